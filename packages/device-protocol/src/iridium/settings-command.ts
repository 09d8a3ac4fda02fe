import type { CommandParameters } from '@waymark/contract/commands/index';
import { succeed } from '@waymark/domain/result';
import type { ByteReader } from '../bytes/byte-reader.ts';
import type { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { readSettingsFields, writeSettingsFields } from './settings-fields.ts';

// The parameters of command 81 and their twelve bytes. The four enables travel together: when one is given, a missing
// one means off. Resets, restart and downloads have no presence of their own: left out means 0.

export function writeSettingsCommand(writer: ByteWriter, settings: CommandParameters<'IridiumSettings'>): void {
  const { enable0, enable1, enable2, enable3 } = settings;
  const isEnabling = [enable0, enable1, enable2, enable3].some((enable) => enable !== undefined);
  writeSettingsFields(writer, {
    frequencies: [
      settings.frequency0 ?? null,
      settings.frequency1 ?? null,
      settings.frequency2 ?? null,
      settings.frequency3 ?? null,
    ],
    sensitivities: [
      settings.sensitivity0 ?? null,
      settings.sensitivity1 ?? null,
      settings.sensitivity2 ?? null,
      settings.sensitivity3 ?? null,
    ],
    enables: isEnabling ? [enable0 ?? 0, enable1 ?? 0, enable2 ?? 0, enable3 ?? 0] : null,
    powerMode: settings.powerMode ?? null,
    recordMode: settings.recordMode ?? null,
    schedule: settings.connectSchedule ?? null,
    geoMode: settings.GeoMode ?? null,
    psgSize: settings.psgSize ?? null,
    psgState: settings.psgState ?? null,
    unfoldedAntenna: settings.UnfoldedAntennaDetectorEnable ?? null,
    detectCountReset: settings.detectCountReset ?? 0,
    restart: settings.restartUnit ?? 0,
    offlineDownload: settings.OfflineDownloadState ?? 0,
    clearOffline: settings.ClearIridiumOfflineFiles ?? 0,
  });
}

/** Leaves out what is null: with `exactOptionalPropertyTypes` a missing field is not an undefined one. */
function pickGiven<Fields extends Record<string, unknown>>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], null>;
  };
}

function isElfFrequency(value: number | null): boolean {
  return value === null || (value >= 10 && value <= 30);
}

export function readSettingsCommand(reader: ByteReader): Decoded<CommandParameters<'IridiumSettings'>> {
  const fields = readSettingsFields(reader);
  if (fields === null) return reject('field', 'settings');
  const [frequency0, frequency1, frequency2, frequency3] = fields.frequencies;
  const [sensitivity0, sensitivity1, sensitivity2, sensitivity3] = fields.sensitivities;
  if ((frequency0 !== null && frequency0 !== 0) || ![frequency1, frequency2, frequency3].every(isElfFrequency)) {
    return reject('field', 'frequency');
  }
  return succeed(
    pickGiven({
      frequency0: frequency0 === null ? null : (0 as const),
      frequency1,
      frequency2,
      frequency3,
      sensitivity0,
      sensitivity1,
      sensitivity2,
      sensitivity3,
      enable0: fields.enables?.[0] ?? null,
      enable1: fields.enables?.[1] ?? null,
      enable2: fields.enables?.[2] ?? null,
      enable3: fields.enables?.[3] ?? null,
      powerMode: fields.powerMode,
      connectSchedule: fields.schedule,
      recordMode: fields.recordMode,
      detectCountReset: fields.detectCountReset,
      restartUnit: fields.restart,
      psgSize: fields.psgSize,
      psgState: fields.psgState,
      UnfoldedAntennaDetectorEnable: fields.unfoldedAntenna,
      GeoMode: fields.geoMode,
      OfflineDownloadState: fields.offlineDownload,
      ClearIridiumOfflineFiles: fields.clearOffline,
    }),
  );
}
