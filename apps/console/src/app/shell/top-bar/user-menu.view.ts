import { ADMINS, COMPANY, COMPANY_ADMIN, EVERYONE, SUPERADMIN, type Role } from '@waymark/contract/roles';
import { listMenuScreens, type ScreenPath } from '#/app/screens.ts';
import { t } from '#/language/t.ts';
import type { IconName } from '#/ui/button/Icon.tsx';

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

type MenuGroup = 'work' | 'devices' | 'company' | 'logs' | 'account' | 'leave';

/** Not in the table of screens, which the login screen loads. */
const SCREENS_OF_COMPANY: readonly string[] = ['/webhooks'] satisfies readonly ScreenPath[];

interface ActEntry {
  readonly act: MenuAct;
  readonly label: string;
  readonly icon: IconName;
  readonly roles: readonly Role[];
  readonly group: MenuGroup;
}

const ACTS: readonly ActEntry[] = [
  { act: 'localUsers', label: t('User Manager'), icon: 'users', roles: COMPANY_ADMIN, group: 'work' },
  { act: 'pigRunManager', label: t('Pig Run Manager'), icon: 'pulse', roles: ADMINS, group: 'work' },
  { act: 'reportManager', label: t('Download/Report Manager'), icon: 'download', roles: COMPANY_ADMIN, group: 'work' },
  { act: 'broadcastCommands', label: t('Broadcast Commands'), icon: 'commands', roles: COMPANY_ADMIN, group: 'work' },
  { act: 'messages', label: t('Messages'), icon: 'mail', roles: ADMINS, group: 'work' },
  { act: 'addDevice', label: t('Add Device'), icon: 'plus', roles: SUPERADMIN, group: 'devices' },
  { act: 'removeDevice', label: t('Remove Device'), icon: 'trash', roles: SUPERADMIN, group: 'devices' },
  { act: 'letterhead', label: t('Report Letterhead'), icon: 'file', roles: COMPANY_ADMIN, group: 'company' },
  {
    act: 'controlProfiles',
    label: t('Control Point Columns'),
    icon: 'columns',
    roles: COMPANY_ADMIN,
    group: 'company',
  },
  { act: 'reportMails', label: t('Reports by Mail'), icon: 'send', roles: COMPANY_ADMIN, group: 'company' },
  { act: 'wallboards', label: t('Wallboards'), icon: 'maximise', roles: COMPANY_ADMIN, group: 'company' },
  { act: 'secondFactorRule', label: t('Two-Step Sign-In Rule'), icon: 'check', roles: COMPANY_ADMIN, group: 'company' },
  { act: 'apiKeys', label: t('API Keys'), icon: 'key', roles: COMPANY_ADMIN, group: 'company' },
  { act: 'auditLog', label: t('Audit Log'), icon: 'clock', roles: ADMINS, group: 'logs' },
  { act: 'errorLog', label: t('Error Log'), icon: 'warning', roles: SUPERADMIN, group: 'logs' },
  { act: 'rejectedMessages', label: t('Rejected Messages'), icon: 'notice', roles: ADMINS, group: 'logs' },
  { act: 'systemHealth', label: t('System Health'), icon: 'system', roles: SUPERADMIN, group: 'logs' },
  { act: 'notifications', label: t('Notifications / SMS Opt-in'), icon: 'bell', roles: EVERYONE, group: 'account' },
  { act: 'calendar', label: t('Calendar Feeds'), icon: 'clock', roles: COMPANY, group: 'account' },
  { act: 'units', label: t('Units'), icon: 'gear', roles: EVERYONE, group: 'account' },
  { act: 'times', label: t('Time Zone'), icon: 'clock', roles: EVERYONE, group: 'account' },
  { act: 'language', label: t('Language'), icon: 'globe', roles: EVERYONE, group: 'account' },
  { act: 'changePassword', label: t('Change Password'), icon: 'key', roles: EVERYONE, group: 'account' },
  { act: 'secondFactor', label: t('Two-Step Sign-In'), icon: 'check', roles: EVERYONE, group: 'account' },
  { act: 'sessions', label: t('Sessions'), icon: 'system', roles: EVERYONE, group: 'account' },
  { act: 'technicalSupport', label: t('Technical Support'), icon: 'external', roles: EVERYONE, group: 'leave' },
  { act: 'logout', label: t('Logout'), icon: 'logout', roles: EVERYONE, group: 'leave' },
];

/** An entry does something here, or opens a screen. */
export type MenuEntry = { readonly label: string; readonly icon: IconName } & (
  | { readonly act: MenuAct }
  | { readonly path: string }
);

export interface MenuSection {
  readonly group: MenuGroup;
  /** null: the first section, and the one below a line, need no name. */
  readonly title: string | null;
  readonly entries: readonly MenuEntry[];
}

/** The sections of a column, from top to bottom. */
const COLUMNS: readonly (readonly Pick<MenuSection, 'group' | 'title'>[])[] = [
  [
    { group: 'work', title: null },
    { group: 'devices', title: t('Devices') },
    { group: 'company', title: t('Company') },
    { group: 'logs', title: t('Logs') },
  ],
  [
    { group: 'account', title: t('Your account') },
    { group: 'leave', title: null },
  ],
];

/** The menu of a role. A single column has no titles. */
export function listMenuColumns(role: Role): readonly (readonly MenuSection[])[] {
  const screens = listMenuScreens(role).map(({ path, menuItem }) => ({
    path,
    ...menuItem,
    group: SCREENS_OF_COMPANY.includes(path) ? 'company' : 'work',
  }));
  const acts = ACTS.filter(({ roles }) => roles.includes(role));
  const columns = COLUMNS.map((sections) =>
    sections.flatMap((section) => {
      const entries = [...screens, ...acts].filter(({ group }) => group === section.group);
      return entries.length === 0 ? [] : [{ ...section, entries }];
    }),
  ).filter((sections) => sections.length > 0);
  return columns.length > 1
    ? columns
    : columns.map((sections) => sections.map((section) => ({ ...section, title: null })));
}
