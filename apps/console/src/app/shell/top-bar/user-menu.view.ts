import { ADMINS, COMPANY_ADMIN, EVERYONE, SUPERADMIN, type Role } from '@waymark/contract/roles';
import type { IconName } from '#/ui/button/icon-paths.ts';

export type MenuAct =
  | 'localUsers'
  | 'letterhead'
  | 'apiKeys'
  | 'pigRunManager'
  | 'reportManager'
  | 'broadcastCommands'
  | 'messages'
  | 'addDevice'
  | 'removeDevice'
  | 'auditLog'
  | 'errorLog'
  | 'rejectedMessages'
  | 'systemHealth'
  | 'notifications'
  | 'units'
  | 'times'
  | 'language'
  | 'technicalSupport'
  | 'changePassword'
  | 'sessions'
  | 'secondFactor'
  | 'logout';

export interface MenuEntry {
  readonly act: MenuAct;
  readonly label: string;
  readonly icon: IconName;
  readonly roles: readonly Role[];
  /** Draws a line above the entry. */
  readonly startsGroup?: true;
}

const ENTRIES: readonly MenuEntry[] = [
  { act: 'localUsers', label: 'User Manager', icon: 'users', roles: COMPANY_ADMIN },
  { act: 'pigRunManager', label: 'Pig Run Manager', icon: 'pulse', roles: ADMINS },
  { act: 'reportManager', label: 'Download/Report Manager', icon: 'download', roles: COMPANY_ADMIN },
  { act: 'letterhead', label: 'Report Letterhead', icon: 'file', roles: COMPANY_ADMIN },
  { act: 'apiKeys', label: 'API Keys', icon: 'key', roles: COMPANY_ADMIN },
  { act: 'broadcastCommands', label: 'Broadcast Commands', icon: 'commands', roles: COMPANY_ADMIN },
  { act: 'messages', label: 'Messages', icon: 'mail', roles: ADMINS },
  { act: 'addDevice', label: 'Add Device', icon: 'plus', roles: SUPERADMIN, startsGroup: true },
  { act: 'removeDevice', label: 'Remove Device', icon: 'trash', roles: SUPERADMIN },
  { act: 'auditLog', label: 'Audit Log', icon: 'clock', roles: ADMINS, startsGroup: true },
  { act: 'errorLog', label: 'Error Log', icon: 'warning', roles: SUPERADMIN },
  { act: 'rejectedMessages', label: 'Rejected Messages', icon: 'notice', roles: ADMINS },
  { act: 'systemHealth', label: 'System Health', icon: 'system', roles: SUPERADMIN },
  { act: 'notifications', label: 'Notifications / SMS Opt-in', icon: 'bell', roles: EVERYONE, startsGroup: true },
  { act: 'units', label: 'Units', icon: 'gear', roles: EVERYONE },
  { act: 'times', label: 'Time Zone', icon: 'clock', roles: EVERYONE },
  { act: 'language', label: 'Language', icon: 'globe', roles: EVERYONE },
  { act: 'technicalSupport', label: 'Technical Support', icon: 'external', roles: EVERYONE },
  { act: 'changePassword', label: 'Change Password', icon: 'key', roles: EVERYONE },
  { act: 'secondFactor', label: 'Two-Step Sign-In', icon: 'check', roles: EVERYONE },
  { act: 'sessions', label: 'Sessions', icon: 'system', roles: EVERYONE },
  { act: 'logout', label: 'Logout', icon: 'logout', roles: EVERYONE, startsGroup: true },
];

/** The entries of a role, in the order in which they are shown below its screens. */
export function listMenuEntries(role: Role): readonly MenuEntry[] {
  return ENTRIES.filter(({ roles }) => roles.includes(role));
}
