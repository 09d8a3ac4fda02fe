import { findFirmwareFault, findGateFault, type CommandTarget, type CommandType, type GateFault } from './gates.ts';
import { listPowerModes, POWER_MODE } from './power-modes.ts';
import { listRecordModes } from './record-modes.ts';
import { FORMAT_SD_CARD, listFileTypes } from './disk-modes.ts';
import { findWindowFault, MOST_RAW_S, MOST_SATELLITE_S, RAW_FILES, type WindowFault } from './windows.ts';

export type CommandFault = GateFault | WindowFault;

type Parameters = Readonly<Record<string, unknown>>;

function findPowerModeFault(mode: unknown, target: CommandTarget): CommandFault | null {
  if (typeof mode !== 'number' || listPowerModes(target).includes(mode)) return null;
  return target.isIridium && mode === POWER_MODE.cellularOff ? 'other-link' : 'firmware-too-old';
}

function findRecordModeFault(mode: unknown, target: CommandTarget): CommandFault | null {
  return typeof mode !== 'number' || listRecordModes(target).includes(mode) ? null : 'other-link';
}

function findRangeFault(parameters: Parameters, target: CommandTarget): CommandFault | null {
  const { FileType: type, FileNamesStartDate: start, FileNamesEndDate: end } = parameters;
  if (!listFileTypes(target).some((known) => known === type)) return 'firmware-too-old';
  // Below firmware 10 only the order of the dates is checked.
  const isLimited = type === RAW_FILES && findFirmwareFault(target.firmwareVersion, { below: 10 }) !== null;
  return findWindowFault(String(start), String(end), isLimited ? MOST_RAW_S : null);
}

type ParameterCheck = (parameters: Parameters, target: CommandTarget) => CommandFault | null;

/** Checks of parameters that already match their schema. */
const PARAMETER_CHECKS: Readonly<Partial<Record<CommandType, ParameterCheck>>> = {
  PowerMode: ({ powerMode }, target) => findPowerModeFault(powerMode, target),
  IridiumSettings: ({ powerMode, recordMode }, target) => {
    // The gate also accepts it for a device whose link is unknown.
    const overSatellite = { ...target, isIridium: true };
    return findPowerModeFault(powerMode, overSatellite) ?? findRecordModeFault(recordMode, overSatellite);
  },
  SdMode: ({ SdMode: mode }, { firmwareVersion }) =>
    mode === FORMAT_SD_CARD ? null : findFirmwareFault(firmwareVersion, { below: 10 }),
  FrequencySelect: ({ HighSpeedPulse: pulse }, { firmwareVersion }) =>
    pulse === undefined ? null : findFirmwareFault(firmwareVersion, { from: 2.6 }),
  DownloadRange: findRangeFault,
  IridiumOfflineDownload: ({ FileNamesStartDate: start, FileNamesEndDate: end }) =>
    findWindowFault(String(start), String(end), MOST_SATELLITE_S),
};

/** The reason why such a device does not accept this command; null: it does. */
export function findCommandFault(
  type: CommandType,
  parameters: Parameters,
  target: CommandTarget,
): CommandFault | null {
  return findGateFault(type, target) ?? PARAMETER_CHECKS[type]?.(parameters, target) ?? null;
}

const WORDS: Readonly<Record<CommandFault, string>> = {
  'other-link': 'The device does not take this command over its link.',
  'firmware-too-old': 'The firmware of the device is too old for this command.',
  'firmware-too-new': 'The firmware of the device no longer knows this command.',
  'not-a-window': 'A valid start and end date, with the start before the end, is required.',
  'window-too-long': 'The time range is too long for this device.',
};

export function describeCommandFault(fault: CommandFault): string {
  return WORDS[fault];
}
