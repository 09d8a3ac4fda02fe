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
  // Below 10 the order of the dates is all that is checked.
  const isLimited = type === RAW_FILES && findFirmwareFault(target.firmwareVersion, { below: 10 }) !== null;
  return findWindowFault(String(start), String(end), isLimited ? MOST_RAW_S : null);
}

/** What speaks against these parameters, which have the right shape. */
function findParameterFault(type: CommandType, parameters: Parameters, target: CommandTarget): CommandFault | null {
  switch (type) {
    case 'PowerMode':
      return findPowerModeFault(parameters['powerMode'], target);
    case 'IridiumSettings':
      return findPowerModeFault(parameters['powerMode'], target) ?? findRecordModeFault(parameters['recordMode'], target);
    case 'SdMode':
      return parameters['SdMode'] === FORMAT_SD_CARD ? null : findFirmwareFault(target.firmwareVersion, { below: 10 });
    case 'FrequencySelect':
      return parameters['HighSpeedPulse'] === undefined ? null : findFirmwareFault(target.firmwareVersion, { from: 2.6 });
    case 'DownloadRange':
      return findRangeFault(parameters, target);
    case 'IridiumOfflineDownload':
      return findWindowFault(String(parameters['FileNamesStartDate']), String(parameters['FileNamesEndDate']), MOST_SATELLITE_S);
    default:
      return null;
  }
}

/** Why a device like this does not take this command; null: it does. */
export function findCommandFault(type: CommandType, parameters: Parameters, target: CommandTarget): CommandFault | null {
  return findGateFault(type, target) ?? findParameterFault(type, parameters, target);
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
