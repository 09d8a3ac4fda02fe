import { COMMANDS } from '@waymark/contract/commands/index';
import { FILE_TYPES, SD_MODES } from '@waymark/domain/command/disk-modes';
import type { CommandType } from '@waymark/domain/command/gates';
import { nameDetector } from '../detector-name.ts';
import {
  describeGeoMode,
  describePassageSize,
  describePassageState,
  describePowerMode,
  describeRecordMode,
  describeSchedule,
  describeSensitivity,
  hasSchedule,
} from '@waymark/domain/device/modes';

// A command in words, for the queue and the history.

type Parameters = Readonly<Record<string, unknown>>;

const DETECTORS = [0, 1, 2, 3];

export function describeCommandType(type: CommandType): string {
  return COMMANDS[type].label;
}

function readNumber(parameters: Parameters, name: string): number | null {
  const value = parameters[name];
  return typeof value === 'number' ? value : null;
}

function readText(parameters: Parameters, name: string): string {
  const value = parameters[name];
  return typeof value === 'string' ? value : '';
}

/** "Low Power, every 30 minutes" */
function describePower(parameters: Parameters): string {
  const mode = readNumber(parameters, 'powerMode');
  const schedule = readNumber(parameters, 'connectSchedule');
  const words = describePowerMode(mode);
  return hasSchedule(mode) && schedule !== null ? `${words}, ${describeSchedule(schedule).toLowerCase()}` : words;
}

/** "1 (22 Hz, High)", "MAG (High)": the magnetic one has no frequency. */
function describeDetector(parameters: Parameters, number: number): string {
  const hz = readNumber(parameters, `frequency${number}`);
  const sensitivity = describeSensitivity(readNumber(parameters, `sensitivity${number}`));
  if (number === 0) return `${nameDetector(number)} (${sensitivity})`;
  return hz === null || hz === 0 ? `${number} (${sensitivity})` : `${number} (${hz} Hz, ${sensitivity})`;
}

function describeDetectors(parameters: Parameters): string {
  const on = DETECTORS.filter((number) => parameters[`enable${number}`] === 1);
  const words =
    on.length === 0 ? 'All off' : `On: ${on.map((number) => describeDetector(parameters, number)).join(', ')}`;
  const pulse = readNumber(parameters, 'HighSpeedPulse');
  return pulse === null ? words : `${words}; high-speed pulse ${pulse === 1 ? 'on' : 'off'}`;
}

const onOrOff = (value: unknown) => (value === 1 || value === true ? 'On' : 'Off');
const describeWindow = (parameters: Parameters) =>
  `${readText(parameters, 'FileNamesStartDate')} to ${readText(parameters, 'FileNamesEndDate')}`;
const pick = (words: readonly string[], index: number | null) => words[index ?? -1] ?? '';

type Describe = (value: number, parameters: Parameters) => string;

/** What satellite settings set, by the field that stands for it, in the order of the form. */
const SETTINGS: readonly (readonly [string, Describe])[] = [
  ['powerMode', (_, parameters) => describePower(parameters)],
  ['recordMode', (mode) => `Record mode ${describeRecordMode(mode)}`],
  [
    'enable0',
    (_, parameters) => `Detectors ${describeDetectors(parameters).replace(/^[AO]/, (first) => first.toLowerCase())}`,
  ],
  ['psgSize', (size) => `Passage size ${describePassageSize(size)}`],
  ['psgState', (state) => `Passage state ${describePassageState(state)}`],
  ['UnfoldedAntennaDetectorEnable', (state) => `Antenna detector ${onOrOff(state)}`],
  ['GeoMode', (mode) => `Geo mode ${describeGeoMode(mode)}`],
  ['OfflineDownloadState', (state) => `Offline download ${onOrOff(state)}`],
];
const ACTS: readonly (readonly [string, string])[] = [
  ['detectCountReset', 'Detection count reset'],
  ['restartUnit', 'Restart'],
  ['ClearIridiumOfflineFiles', 'Clear Iridium offline files'],
];

function describeSatelliteSettings(parameters: Parameters): string {
  const settings = SETTINGS.flatMap(([name, describe]) => {
    const value = readNumber(parameters, name);
    return value === null ? [] : [describe(value, parameters)];
  });
  const acts = ACTS.filter(([name]) => parameters[name] === 1).map(([, words]) => words);
  return [...settings, ...acts].join(' · ');
}

/** Of the commands that carry something. */
const WORDS: Readonly<Partial<Record<CommandType, (parameters: Parameters) => string>>> = {
  PowerMode: describePower,
  RecordMode: (parameters) => describeRecordMode(readNumber(parameters, 'recordMode')),
  FrequencySelect: describeDetectors,
  StreamEnable: ({ streamEnabled }) => onOrOff(streamEnabled),
  SdMode: (parameters) => pick(SD_MODES, readNumber(parameters, 'SdMode')),
  GeoMode: (parameters) => describeGeoMode(readNumber(parameters, 'GeoMode')),
  FoldState: ({ UnfoldedAntennaDetectorEnable }) => onOrOff(UnfoldedAntennaDetectorEnable),
  CellOfflineDownloadState: ({ OfflineDownloadState }) => onOrOff(OfflineDownloadState),
  DownloadRange: (parameters) =>
    `${pick(FILE_TYPES, readNumber(parameters, 'FileType'))}, ${describeWindow(parameters)}`,
  IridiumOfflineDownload: describeWindow,
  IridiumSettings: describeSatelliteSettings,
  AddressChange: (parameters) => readText(parameters, 'address'),
};

/** Empty where the name of the command says everything. */
export function describeParameters(type: CommandType, parameters: Parameters): string {
  return WORDS[type]?.(parameters) ?? '';
}
