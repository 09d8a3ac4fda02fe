import { takeBit } from '../bytes/bits.ts';
import type { ByteReader } from '../bytes/byte-reader.ts';
import { saturate, type ByteWriter } from '../bytes/byte-writer.ts';

// The twelve bytes that commands (81) and responses (04) have in common. A presence bit stands for each field:
// 0-3 frequencies, 4-7 sensitivities, 8 enables, 9 power mode, 10 record mode, 11 schedule, 12 geo mode,
// 13 psgSize, 14 psgState, 15 unfolded antenna detector. null: not there.

type Bit = 0 | 1;
type Four<Value> = readonly [Value, Value, Value, Value];

export interface SettingsFields {
  readonly frequencies: Four<number | null>;
  readonly sensitivities: Four<number | null>;
  readonly enables: Four<Bit> | null;
  readonly powerMode: number | null;
  readonly recordMode: number | null;
  readonly schedule: number | null;
  readonly geoMode: number | null;
  readonly psgSize: Bit | null;
  readonly psgState: Bit | null;
  readonly unfoldedAntenna: Bit | null;
  readonly detectCountReset: Bit;
  readonly restart: Bit;
  readonly offlineDownload: Bit;
  readonly clearOffline: Bit;
}

function computePresence(fields: SettingsFields): number {
  const places = [
    ...fields.frequencies,
    ...fields.sensitivities,
    fields.enables,
    fields.powerMode,
    fields.recordMode,
    fields.schedule,
    fields.geoMode,
    fields.psgSize,
    fields.psgState,
    fields.unfoldedAntenna,
  ];
  return places.reduce<number>((mask, value, place) => (value === null ? mask : mask | (1 << place)), 0);
}

export function writeSettingsFields(writer: ByteWriter, fields: SettingsFields): void {
  const [s0, s1, s2, s3] = fields.sensitivities.map((value) => saturate(value ?? 0, 0, 6));
  const [e0, e1, e2, e3] = fields.enables ?? [0, 0, 0, 0];
  writer.writeU16(computePresence(fields));
  for (const frequency of fields.frequencies) writer.writeU8(frequency ?? 0);
  writer
    .writeU8(((s0 ?? 0) << 4) | (s1 ?? 0))
    .writeU8(((s2 ?? 0) << 4) | (s3 ?? 0))
    .writeU8(
      e0 |
        (e1 << 1) |
        (e2 << 2) |
        (e3 << 3) |
        (saturate(fields.powerMode ?? 0, 0, 3) << 4) |
        (saturate(fields.recordMode ?? 0, 0, 2) << 6),
    )
    .writeU8(
      saturate(fields.schedule ?? 0, 0, 7) |
        (saturate(fields.geoMode ?? 0, 0, 3) << 3) |
        ((fields.psgSize ?? 0) << 5) |
        ((fields.psgState ?? 0) << 6) |
        ((fields.unfoldedAntenna ?? 0) << 7),
    )
    .writeU8(
      fields.detectCountReset | (fields.restart << 1) | (fields.offlineDownload << 2) | (fields.clearOffline << 3),
    )
    .writeU8(0);
}

/** null when a sensitivity or the record mode is none. */
export function readSettingsFields(reader: ByteReader): SettingsFields | null {
  const presence = reader.readU16();
  const given = <Value>(place: number, value: Value): Value | null => (takeBit(presence, place) ? value : null);
  const frequency = (place: number) => given(place, reader.readU8());
  const frequencies = [frequency(0), frequency(1), frequency(2), frequency(3)] as const;
  const nibbles = reader.readU16();
  const sensitivity = (at: number) => given(4 + at, (nibbles >> (12 - 4 * at)) & 15);
  const sensitivities = [sensitivity(0), sensitivity(1), sensitivity(2), sensitivity(3)] as const;
  const [modes, more, actions] = [reader.readU8(), reader.readU8(), reader.readU8()];
  reader.readU8();
  const recordMode = given(10, (modes >> 6) & 3);
  if (recordMode === 3 || sensitivities.some((value) => value !== null && value > 6)) return null;
  return {
    frequencies,
    sensitivities,
    enables: given(8, [takeBit(modes, 0), takeBit(modes, 1), takeBit(modes, 2), takeBit(modes, 3)] as const),
    powerMode: given(9, (modes >> 4) & 3),
    recordMode,
    schedule: given(11, more & 7),
    geoMode: given(12, (more >> 3) & 3),
    psgSize: given(13, takeBit(more, 5)),
    psgState: given(14, takeBit(more, 6)),
    unfoldedAntenna: given(15, takeBit(more, 7)),
    detectCountReset: takeBit(actions, 0),
    restart: takeBit(actions, 1),
    offlineDownload: takeBit(actions, 2),
    clearOffline: takeBit(actions, 3),
  };
}
