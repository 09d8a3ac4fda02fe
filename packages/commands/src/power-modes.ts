import { findFirmwareFault, type CommandTarget, type GateFault } from './gates.ts';

export const POWER_MODE = { active: 0, hibernate: 1, lowPower: 2, cellularOff: 3 } as const;

/** The power modes available for a device. Cellular cannot be turned off over satellite. */
export function listPowerModes({ firmwareVersion, isIridium }: CommandTarget): readonly number[] {
  const { active, hibernate, lowPower, cellularOff } = POWER_MODE;
  if (isIridium)
    return findFirmwareFault(firmwareVersion, { from: 10.29 }) ? [active, hibernate] : [active, hibernate, lowPower];
  const canSwitchOff = findFirmwareFault(firmwareVersion, { from: 10.44 }) === null;
  return canSwitchOff ? [active, hibernate, lowPower, cellularOff] : [active, hibernate, lowPower];
}

export function findPowerModeFault(mode: unknown, target: CommandTarget): GateFault | null {
  if (typeof mode !== 'number' || listPowerModes(target).includes(mode)) return null;
  return target.isIridium && mode === POWER_MODE.cellularOff ? 'other-link' : 'firmware-too-old';
}
