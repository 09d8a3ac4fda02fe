import type { CommandParameters } from '@waymark/commands/commands';
import { LEAST_HZ, MOST_HZ } from '@waymark/commands/detectors';
import { succeed } from '@waymark/domain/result';
import type { Decoded } from '../decode-failure.ts';
import { bitValue, wholeAsGiven } from '../layout/conversion.ts';
import { bits, unusedBits, word } from '../layout/field.ts';
import { defineLayout, type ValuesOf } from '../layout/layout.ts';
import { buildSettingsFields } from './settings-fields.ts';

// The parameters of command 81 in twelve bytes. The four enables are sent together: if one is given, a missing one
// means off. Resets, restart and downloads have no presence bit: omitted means 0.

export const SETTINGS_COMMAND = defineLayout(
  'big-endian',
  buildSettingsFields(
    {
      frequencies: ['frequency0', 'frequency1', 'frequency2', 'frequency3'],
      schedule: 'connectSchedule',
      geoMode: 'GeoMode',
      antennaDetector: 'UnfoldedAntennaDetectorEnable',
    },
    { mag: wholeAsGiven(0, 0), elf: wholeAsGiven(LEAST_HZ, MOST_HZ) },
    word(
      'u8',
      bits(0, 0, 'detectCountReset', '1: set the detection count to 0', bitValue),
      bits(1, 1, 'restartUnit', '1: restart', bitValue),
      bits(2, 2, 'OfflineDownloadState', '1: send the offline files', bitValue),
      bits(3, 3, 'ClearIridiumOfflineFiles', '1: delete the files that wait for the satellite', bitValue),
      unusedBits(4, 7),
    ),
  ),
);
type SettingsValues = ValuesOf<typeof SETTINGS_COMMAND>;

const LEFT_OUT: SettingsValues = {
  frequency0: null,
  frequency1: null,
  frequency2: null,
  frequency3: null,
  sensitivity0: null,
  sensitivity1: null,
  sensitivity2: null,
  sensitivity3: null,
  enable0: null,
  enable1: null,
  enable2: null,
  enable3: null,
  powerMode: null,
  recordMode: null,
  connectSchedule: null,
  GeoMode: null,
  psgSize: null,
  psgState: null,
  UnfoldedAntennaDetectorEnable: null,
  detectCountReset: 0,
  restartUnit: 0,
  OfflineDownloadState: 0,
  ClearIridiumOfflineFiles: 0,
};

/** Drops null and undefined fields, as `exactOptionalPropertyTypes` requires. */
function pickGiven(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

export function encodeSettingsCommand(settings: CommandParameters<'IridiumSettings'>): Uint8Array {
  return SETTINGS_COMMAND.encode({ ...LEFT_OUT, ...pickGiven(settings) });
}

export function decodeSettingsCommand(content: Uint8Array): Decoded<CommandParameters<'IridiumSettings'>> {
  const values = SETTINGS_COMMAND.decode(content, 'settings');
  return values.ok ? succeed(pickGiven(values.value) as CommandParameters<'IridiumSettings'>) : values;
}
