import type { Device } from './store/device.ts';

type Settings = Partial<Pick<Device, (typeof NUMBERS)[keyof typeof NUMBERS] | (typeof FLAGS)[keyof typeof FLAGS]>>;

// Responses name settings as in the command or as in the device's report; the two spellings differ.
const NUMBERS = {
  powerMode: 'lastPowerMode',
  recordMode: 'lastRecordMode',
  connectionSchedule: 'schedule',
  connectSchedule: 'schedule',
  geoMode: 'lastGeoMode',
  GeoMode: 'lastGeoMode',
  streamMode: 'lastStreamMode',
  psgState: 'psgState',
  psgSize: 'psgSize',
  frequency0Setting: 'lastFrequency0Setting',
  frequency1Setting: 'lastFrequency1Setting',
  frequency2Setting: 'lastFrequency2Setting',
  frequency3Setting: 'lastFrequency3Setting',
  frequency0: 'lastFrequency0Setting',
  frequency1: 'lastFrequency1Setting',
  frequency2: 'lastFrequency2Setting',
  frequency3: 'lastFrequency3Setting',
  sensitivity0: 'lastSensitivity0',
  sensitivity1: 'lastSensitivity1',
  sensitivity2: 'lastSensitivity2',
  sensitivity3: 'lastSensitivity3',
  productNumber: 'productNumber',
  firmwareVersion: 'firmwareVersion',
} as const;

const FLAGS = {
  enable0: 'lastEnable0',
  enable1: 'lastEnable1',
  enable2: 'lastEnable2',
  enable3: 'lastEnable3',
} as const;

function has<Table extends object>(table: Table, name: string): name is keyof Table & string {
  return Object.hasOwn(table, name);
}

/** The device's settings in a response; absent and unknown ones are unchanged. */
export function readSettings(parameters: Readonly<Record<string, unknown>>): Settings {
  const settings: Record<string, number | boolean> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== 'number') continue;
    if (has(NUMBERS, name)) settings[NUMBERS[name]] = value;
    else if (has(FLAGS, name)) settings[FLAGS[name]] = value === 1;
  }
  return settings;
}
