import { computeFirmwareVersion } from '@waymark/device-protocol/firmware';
import type { CommandParameters } from '@waymark/contract/commands/index';
import type { Command } from '@waymark/device-protocol/mqtt/command';
import { parseUtc } from '@waymark/domain/time/utc';
import { POWER_MODE } from './settings.ts';
import type { DeviceState } from './state.ts';

/** Why a device rejects a command, in the numbers of its acknowledgement. */
export const REJECTION = {
  tooOldFirmware: 1,
  expired: 2,
  otherLink: 3,
  notAWindow: 4,
  windowTooLong: 5,
  retired: 6,
} as const;

/** Seconds of raw recording, and of offline files by satellite, that one command may ask for. */
const MOST_RAW_S = 120;
const MOST_SATELLITE_S = 600;
const RAW_FILE_TYPE = 3;
const FORMAT_SD_CARD = 3;

const SATELLITE_ONLY: readonly Command['type'][] = [
  'IridiumSettings', 'IridiumOfflineDownload', 'IridiumExitOfflineDownload',
];
const EVERY_LINK: readonly Command['type'][] = ['DeviceInfo', 'ControlSettings'];
const NEW_COMMANDS: readonly Command['type'][] = [
  'AGMShutDwn', 'FoldState', 'CellOfflineDownloadState', 'DownloadRange',
];

export interface FileWindow {
  readonly startAt: number;
  readonly endAt: number;
}

/** null when the dates are none, or in the wrong order. */
export function readFileWindow(params: { FileNamesStartDate: string; FileNamesEndDate: string }): FileWindow | null {
  const [start, end] = [parseUtc(params.FileNamesStartDate), parseUtc(params.FileNamesEndDate)];
  if (!start.ok || !end.ok || start.value >= end.value) return null;
  return { startAt: start.value, endAt: end.value };
}

function checkLink({ profile }: DeviceState, type: Command['type']): number | null {
  const isForSatellite = SATELLITE_ONLY.includes(type);
  const isForThisLink = profile.link === 'iridium' ? isForSatellite : !isForSatellite;
  return isForThisLink || EVERY_LINK.includes(type) ? null : REJECTION.otherLink;
}

function checkPowerMode(version: number, powerMode: number | undefined, isSatellite: boolean): number | null {
  if (powerMode === POWER_MODE.cellularOff) {
    if (isSatellite) return REJECTION.otherLink;
    return version < 10.44 ? REJECTION.tooOldFirmware : null;
  }
  return isSatellite && powerMode === POWER_MODE.lowPower && version < 10.29 ? REJECTION.tooOldFirmware : null;
}

function checkWindow(window: FileWindow | null, mostS: number): number | null {
  if (window === null) return REJECTION.notAWindow;
  return window.endAt - window.startAt > mostS * 1000 ? REJECTION.windowTooLong : null;
}

function checkDownload(version: number, params: CommandParameters<'DownloadRange'>): number | null {
  const isRaw = params.FileType === RAW_FILE_TYPE;
  if (isRaw && version < 10.71) return REJECTION.tooOldFirmware;
  return checkWindow(readFileWindow(params), isRaw ? MOST_RAW_S : Infinity);
}

function checkFirmware({ profile }: DeviceState, command: Command): number | null {
  const version = computeFirmwareVersion(profile.firmware);
  const { type } = command;
  if (NEW_COMMANDS.includes(type) && version <= 2.4) return REJECTION.tooOldFirmware;
  if (type === 'GeoMode') return version <= 2.3 ? REJECTION.tooOldFirmware : null;
  if (type === 'PowerMode') return checkPowerMode(version, command.params.powerMode, false);
  if (type === 'IridiumSettings') return checkPowerMode(version, command.params.powerMode, true);
  if (type === 'SdMode') return version >= 10 && command.params.SdMode !== FORMAT_SD_CARD ? REJECTION.retired : null;
  if (type === 'DownloadRange') return checkDownload(version, command.params);
  if (type === 'IridiumOfflineDownload') return checkWindow(readFileWindow(command.params), MOST_SATELLITE_S);
  return null;
}

/** null: the device carries it out. */
export function findRejection(state: DeviceState, command: Command, now: number): number | null {
  if (command.exp !== null && now > command.exp) return REJECTION.expired;
  return checkLink(state, command.type) ?? checkFirmware(state, command);
}
