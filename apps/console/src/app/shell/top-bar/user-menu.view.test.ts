import { ROLES, type Role } from '@waymark/contract/roles';
import { describe, expect, it } from 'vitest';
import { listMenuScreens } from '#/app/screens.ts';
import { listMenuColumns } from './user-menu.view.ts';

const entriesOf = (role: Role) => listMenuColumns(role).flatMap((column) => column.flatMap(({ entries }) => entries));
const labelsOf = (role: Role) => entriesOf(role).map(({ label }) => label);
const actsOf = (role: Role) => entriesOf(role).flatMap((entry) => ('act' in entry ? [entry.act] : []));
const everybodys = [
  'Notifications / SMS Opt-in',
  'Units',
  'Time Zone',
  'Language',
  'Change Password',
  'Two-Step Sign-In',
  'Sessions',
  'Technical Support',
  'Logout',
];
const companyUsers = ['Notifications / SMS Opt-in', 'Calendar Feeds', ...everybodys.slice(1)];
const rolesWith = (label: string) => ROLES.filter((role) => labelsOf(role).includes(label));

describe('the user menu', () => {
  it.each([
    ['[L-019] User Manager', 'User Manager', ['admin', 'superadmin']],
    ['[W-368] Shift log', 'Shift log', ['admin', 'superadmin']],
    ['[W-547] On call & escalation', 'On call & escalation', ['admin', 'superadmin']],
    ['[W-547] Webhooks', 'Webhooks', ['admin', 'superadmin']],
    ['[L-020] Pig Run Manager', 'Pig Run Manager', ['admin', 'superadmin']],
    ['[L-021] Download/Report Manager', 'Download/Report Manager', ['admin']],
    ['[W-262] Report Letterhead', 'Report Letterhead', ['admin']],
    ['[W-408] API Keys', 'API Keys', ['admin']],
    ['[W-517] Control Point Columns', 'Control Point Columns', ['admin']],
    ['[W-520] Reports by Mail', 'Reports by Mail', ['admin']],
    ['[W-518] Calendar Feeds', 'Calendar Feeds', ['viewer', 'admin']],
    ['[W-532] Two-Step Sign-In Rule', 'Two-Step Sign-In Rule', ['admin']],
    ['[L-022] Broadcast Commands', 'Broadcast Commands', ['admin']],
    ['Messages', 'Messages', ['admin', 'superadmin']],
    ['Add Device', 'Add Device', ['superadmin']],
    ['Remove Device', 'Remove Device', ['superadmin']],
    ['Audit Log', 'Audit Log', ['admin', 'superadmin']],
    ['Error Log', 'Error Log', ['superadmin']],
    ['[W-169] Rejected Messages', 'Rejected Messages', ['admin', 'superadmin']],
    ['System Health', 'System Health', ['superadmin']],
    ['[L-023] Notifications / SMS Opt-in', 'Notifications / SMS Opt-in', ['viewer', 'admin', 'superadmin']],
    ['[W-302] Units', 'Units', ['viewer', 'admin', 'superadmin']],
    ['[W-309] Time Zone', 'Time Zone', ['viewer', 'admin', 'superadmin']],
    ['[W-508] Language', 'Language', ['viewer', 'admin', 'superadmin']],
    ['[L-024] [L-059] Technical Support', 'Technical Support', ['viewer', 'admin', 'superadmin']],
    ['[L-025] [L-060] Change Password', 'Change Password', ['viewer', 'admin', 'superadmin']],
    ['[W-420] Two-Step Sign-In', 'Two-Step Sign-In', ['viewer', 'admin', 'superadmin']],
    ['[W-023] Sessions', 'Sessions', ['viewer', 'admin', 'superadmin']],
    ['[L-026] [L-061] Logout', 'Logout', ['viewer', 'admin', 'superadmin']],
  ])('%s', (_, label, roles) => {
    expect(rolesWith(label)).toEqual(roles);
  });

  it('the user menu has no other entries', () => {
    expect(labelsOf('viewer')).toEqual(companyUsers);
    expect(labelsOf('superadmin')).toEqual([
      'User Manager',
      'On call & escalation',
      'Shift log',
      'Pig Run Manager',
      'Messages',
      'Add Device',
      'Remove Device',
      'Webhooks',
      'Audit Log',
      'Error Log',
      'Rejected Messages',
      'System Health',
      ...everybodys,
    ]);
    expect(labelsOf('admin')).toEqual([
      'On call & escalation',
      'Shift log',
      'User Manager',
      'Pig Run Manager',
      'Download/Report Manager',
      'Broadcast Commands',
      'Messages',
      'Webhooks',
      'Report Letterhead',
      'Control Point Columns',
      'Reports by Mail',
      'Wallboards',
      'Two-Step Sign-In Rule',
      'API Keys',
      'Audit Log',
      'Rejected Messages',
      ...companyUsers,
    ]);
  });

  it('[L-027, L-028] User Manager is a screen for the superadmin and a dialog for an admin', () => {
    expect(listMenuScreens('superadmin').map(({ path }) => path)).toContain('/users');
    expect(actsOf('superadmin')).not.toContain('localUsers');
    expect(listMenuScreens('admin').map(({ path }) => path)).not.toContain('/users');
    expect(actsOf('admin')).toContain('localUsers');
  });

  it('[W-546] groups the entries of an admin in two columns, each group but the first and the last with a name', () => {
    expect(listMenuColumns('admin').map((column) => column.map(({ title }) => title))).toEqual([
      [null, 'Company', 'Logs'],
      ['Your account', null],
    ]);
    expect(listMenuColumns('viewer').map((column) => column.map(({ title }) => title))).toEqual([[null, null]]);
  });
});
