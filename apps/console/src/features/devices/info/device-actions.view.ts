import { ADMINS, EVERYONE, type Role } from '@waymark/contract/roles';
import type { IconName } from '#/ui/button/icon-paths.ts';
import type { DeviceWindowKind } from '../windows/device-windows.ts';

interface DeviceAction {
  readonly window: DeviceWindowKind;
  readonly label: string;
  readonly icon: IconName;
  readonly roles: readonly Role[];
}

const ACTIONS: readonly DeviceAction[] = [
  { window: 'commands', label: 'Commands', icon: 'commands', roles: ADMINS },
  { window: 'history', label: 'Historic Data', icon: 'clock', roles: EVERYONE },
  { window: 'rejections', label: 'Rejected Messages', icon: 'warning', roles: ADMINS },
];

export function listDeviceActions(role: Role): readonly DeviceAction[] {
  return ACTIONS.filter(({ roles }) => roles.includes(role));
}
