import { ADMINS, COMPANY_ADMIN, EVERYONE, type Role } from '@waymark/contract/roles';
import { t } from '#/language/t.ts';
import type { ShellPanel } from '../shell-store.ts';

export const PANEL_TITLES: Readonly<Record<ShellPanel, string>> = {
  deviceInfo: t('Device info'),
  pigRunManager: t('Pig Run Manager'),
  pigRunEditor: t('Pig Run Editor'),
  reportManager: t('Download/Report Manager'),
  broadcastCommands: t('Broadcast Commands'),
  alerts: t('Alerts'),
};

const PANEL_ROLES: Readonly<Record<ShellPanel, readonly Role[]>> = {
  deviceInfo: EVERYONE,
  pigRunManager: ADMINS,
  pigRunEditor: ADMINS,
  reportManager: COMPANY_ADMIN,
  broadcastCommands: COMPANY_ADMIN,
  alerts: EVERYONE,
};

/** The menu offers no other panel; another request for one is ignored. */
export function mayOpenPanel(panel: ShellPanel, role: Role): boolean {
  return PANEL_ROLES[panel].includes(role);
}

/** The managers need the space: the device table is hidden while one is open. */
export function hidesDevices(panel: ShellPanel | null): boolean {
  return panel !== null && panel !== 'deviceInfo' && panel !== 'alerts';
}
