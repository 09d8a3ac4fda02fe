import { succeed } from '@waymark/domain/result';
import type { Decoded } from '../decode-failure.ts';
import { bitValue, orNone, whole } from '../layout/conversion.ts';
import { bits, field, unusedBits, word } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';
import type { ControlSettings } from '../mqtt/settings-response.ts';
import { buildSettingsFields } from './settings-fields.ts';

// Type 04: command id (0: unsolicited), the common fields, fold detector, stream.

const UNKNOWN = 0xff;

export const SETTINGS_RESPONSE = defineLayout('big-endian', [
  field('u32', 'id', 'the command that it answers; none when the device tells it unasked', orNone(whole(), 0)),
  ...buildSettingsFields(
    {
      frequencies: ['frequency0Setting', 'frequency1Setting', 'frequency2Setting', 'frequency3Setting'],
      schedule: 'connectionSchedule',
      geoMode: 'geoMode',
      antennaDetector: 'foldAntDetectorState',
    },
    { mag: whole(), elf: whole() },
    word(
      'u8',
      unusedBits(0, 1),
      bits(2, 2, 'offlineDownloadState', '1: an offline download is on', bitValue),
      unusedBits(3, 7),
    ),
  ),
  field('u8', 'foldAntDetectorState', 'the same again; this one counts', orNone(bitValue, UNKNOWN)),
  field('u8', 'streamEnable', '1: the device streams', orNone(bitValue, UNKNOWN)),
]);

export interface SettingsResponseBody {
  /** The answered command; null: unsolicited. */
  readonly id: number | null;
  readonly settings: ControlSettings;
}

export function encodeSettingsResponseBody({ id, settings }: SettingsResponseBody): Uint8Array {
  return SETTINGS_RESPONSE.encode({ ...settings, offlineDownloadState: settings.offlineDownloadState ?? 0, id });
}

export function decodeSettingsResponseBody(body: Uint8Array): Decoded<SettingsResponseBody> {
  const decoded = SETTINGS_RESPONSE.decode(body, 'settings response');
  if (!decoded.ok) return decoded;
  const { id, ...settings } = decoded.value;
  return succeed({ id, settings });
}
