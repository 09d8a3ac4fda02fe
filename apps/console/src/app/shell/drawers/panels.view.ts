import { ADMINS, COMPANY_ADMIN, EVERYONE, type Role } from '@waymark/contract/roles';
import type { ShellPanel } from '../shell-store.ts';

export const PANEL_TITLES: Readonly<Record<ShellPanel, string>> = {
  deviceInfo: 'Device info',
  pigRunManager: 'Pig Run Manager',
  pigRunEditor: 'Pig Run Editor',
  reportManager: 'Download/Report Manager',
  broadcastCommands: 'Broadcast Commands',
  alerts: 'Alerts',
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
