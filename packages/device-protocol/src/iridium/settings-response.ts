import { succeed } from '@waymark/domain/result';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import type { ControlSettings } from '../mqtt/settings-response.ts';
import { readSettingsFields, writeSettingsFields } from './settings-fields.ts';

// Type 04, 28 bytes with header and CRC: u32 command id (0: unasked), the common fields, fold detector, stream.

const BODY_LENGTH = 18;
const UNKNOWN = 0xff;

export interface SettingsResponseBody {
  /** The command this answers; null when the device tells it unasked. */
  readonly id: number | null;
  readonly settings: ControlSettings;
}

export function encodeSettingsResponseBody({ id, settings }: SettingsResponseBody): Uint8Array {
  const writer = new ByteWriter('big-endian', BODY_LENGTH).writeU32(id ?? 0);
  const enables = [settings.enable0, settings.enable1, settings.enable2, settings.enable3];
  const [e0, e1, e2, e3] = enables.map((enable) => enable ?? 0);
  writeSettingsFields(writer, {
    frequencies: [
      settings.frequency0Setting,
      settings.frequency1Setting,
      settings.frequency2Setting,
      settings.frequency3Setting,
    ],
    sensitivities: [settings.sensitivity0, settings.sensitivity1, settings.sensitivity2, settings.sensitivity3],
    enables: enables.every((enable) => enable === null) ? null : [e0 ?? 0, e1 ?? 0, e2 ?? 0, e3 ?? 0],
    powerMode: settings.powerMode,
    recordMode: settings.recordMode,
    schedule: settings.connectionSchedule,
    geoMode: settings.geoMode,
    psgSize: settings.psgSize,
    psgState: settings.psgState,
    unfoldedAntenna: settings.foldAntDetectorState,
    detectCountReset: 0,
    restart: 0,
    offlineDownload: settings.offlineDownloadState ?? 0,
    clearOffline: 0,
  });
  return writer
    .writeU8(settings.foldAntDetectorState ?? UNKNOWN)
    .writeU8(settings.streamEnable ?? UNKNOWN)
    .finish();
}

function readState(reader: ByteReader): 0 | 1 | null | undefined {
  const state = reader.readU8();
  if (state === UNKNOWN) return null;
  return state === 0 || state === 1 ? state : undefined;
}

export function decodeSettingsResponseBody(body: Uint8Array): Decoded<SettingsResponseBody> {
  if (body.length !== BODY_LENGTH) return reject('length', 'settings response');
  const reader = new ByteReader(body, 'big-endian');
  const id = reader.readU32();
  const fields = readSettingsFields(reader);
  const [foldAntDetectorState, streamEnable] = [readState(reader), readState(reader)];
  if (fields === null) return reject('field', 'settings');
  if (foldAntDetectorState === undefined || streamEnable === undefined) return reject('field', 'state');
  const { frequencies, sensitivities, enables } = fields;
  return succeed({
    id: id === 0 ? null : id,
    settings: {
      frequency0Setting: frequencies[0],
      frequency1Setting: frequencies[1],
      frequency2Setting: frequencies[2],
      frequency3Setting: frequencies[3],
      enable0: enables?.[0] ?? null,
      enable1: enables?.[1] ?? null,
      enable2: enables?.[2] ?? null,
      enable3: enables?.[3] ?? null,
      sensitivity0: sensitivities[0],
      sensitivity1: sensitivities[1],
      sensitivity2: sensitivities[2],
      sensitivity3: sensitivities[3],
      recordMode: fields.recordMode,
      powerMode: fields.powerMode,
      connectionSchedule: fields.schedule,
      geoMode: fields.geoMode,
      foldAntDetectorState,
      offlineDownloadState: fields.offlineDownload,
      psgState: fields.psgState,
      psgSize: fields.psgSize,
      streamEnable,
    },
  });
}
