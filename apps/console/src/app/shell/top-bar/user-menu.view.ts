import { ADMINS, COMPANY, COMPANY_ADMIN, EVERYONE, SUPERADMIN, type Role } from '@waymark/contract/roles';
import { t } from '#/language/t.ts';
import type { IconName } from '#/ui/button/icon-paths.ts';

export type MenuAct =
  | 'localUsers'
  | 'letterhead'
  | 'apiKeys'
  | 'wallboards'
  | 'controlProfiles'
  | 'reportMails'
  | 'calendar'
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
  | 'secondFactorRule'
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
  { act: 'localUsers', label: t('User Manager'), icon: 'users', roles: COMPANY_ADMIN },
  { act: 'pigRunManager', label: t('Pig Run Manager'), icon: 'pulse', roles: ADMINS },
  { act: 'reportManager', label: t('Download/Report Manager'), icon: 'download', roles: COMPANY_ADMIN },
  { act: 'letterhead', label: t('Report Letterhead'), icon: 'file', roles: COMPANY_ADMIN },
  { act: 'controlProfiles', label: t('Control Point Columns'), icon: 'columns', roles: COMPANY_ADMIN },
  { act: 'reportMails', label: t('Reports by Mail'), icon: 'send', roles: COMPANY_ADMIN },
  { act: 'apiKeys', label: t('API Keys'), icon: 'key', roles: COMPANY_ADMIN },
  { act: 'wallboards', label: t('Wallboards'), icon: 'maximise', roles: COMPANY_ADMIN },
  { act: 'secondFactorRule', label: t('Two-Step Sign-In Rule'), icon: 'check', roles: COMPANY_ADMIN },
  { act: 'broadcastCommands', label: t('Broadcast Commands'), icon: 'commands', roles: COMPANY_ADMIN },
  { act: 'messages', label: t('Messages'), icon: 'mail', roles: ADMINS },
  { act: 'addDevice', label: t('Add Device'), icon: 'plus', roles: SUPERADMIN, startsGroup: true },
  { act: 'removeDevice', label: t('Remove Device'), icon: 'trash', roles: SUPERADMIN },
  { act: 'auditLog', label: t('Audit Log'), icon: 'clock', roles: ADMINS, startsGroup: true },
  { act: 'errorLog', label: t('Error Log'), icon: 'warning', roles: SUPERADMIN },
  { act: 'rejectedMessages', label: t('Rejected Messages'), icon: 'notice', roles: ADMINS },
  { act: 'systemHealth', label: t('System Health'), icon: 'system', roles: SUPERADMIN },
  { act: 'notifications', label: t('Notifications / SMS Opt-in'), icon: 'bell', roles: EVERYONE, startsGroup: true },
  { act: 'calendar', label: t('Calendar Feeds'), icon: 'clock', roles: COMPANY },
  { act: 'units', label: t('Units'), icon: 'gear', roles: EVERYONE },
  { act: 'times', label: t('Time Zone'), icon: 'clock', roles: EVERYONE },
  { act: 'language', label: t('Language'), icon: 'globe', roles: EVERYONE },
  { act: 'technicalSupport', label: t('Technical Support'), icon: 'external', roles: EVERYONE },
  { act: 'changePassword', label: t('Change Password'), icon: 'key', roles: EVERYONE },
  { act: 'secondFactor', label: t('Two-Step Sign-In'), icon: 'check', roles: EVERYONE },
  { act: 'sessions', label: t('Sessions'), icon: 'system', roles: EVERYONE },
  { act: 'logout', label: t('Logout'), icon: 'logout', roles: EVERYONE, startsGroup: true },
];

/** The entries of a role, in the order in which they are shown below its screens. */
export function listMenuEntries(role: Role): readonly MenuEntry[] {
  return ENTRIES.filter(({ roles }) => roles.includes(role));
}
