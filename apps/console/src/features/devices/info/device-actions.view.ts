import { ADMINS, EVERYONE, type Role } from '@waymark/contract/roles';
import { t } from '#/language/t.ts';
import type { IconName } from '#/ui/button/Icon.tsx';
import type { DeviceWindowKind } from '../windows/device-windows.ts';

interface DeviceAction {
  readonly window: DeviceWindowKind;
  readonly label: string;
  readonly icon: IconName;
  readonly roles: readonly Role[];
}

const ACTIONS: readonly DeviceAction[] = [
  { window: 'commands', label: t('Commands'), icon: 'commands', roles: ADMINS },
  { window: 'history', label: t('Historic Data'), icon: 'clock', roles: EVERYONE },
  { window: 'rejections', label: t('Rejected Messages'), icon: 'warning', roles: ADMINS },
];

export function listDeviceActions(role: Role): readonly DeviceAction[] {
  return ACTIONS.filter(({ roles }) => roles.includes(role));
}
