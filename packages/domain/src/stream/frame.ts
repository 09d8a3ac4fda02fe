import type { Uid } from '../ids.ts';
import { fail, succeed, type Result } from '../result.ts';

// 0.96 s of a device's live signal, sent by the hub as a JSON text.

export const FRAME_ROWS = 16;
export const FRAME_SOUNDS = 960;
export const CHANNELS = 53;
/** Milliseconds between two rows. */
export const ROW_MS = 60;
export const FRAME_MS = FRAME_ROWS * ROW_MS;

/** Channel indices within a row. */
export const CHANNEL = {
  mag: 0,
  elf: 1,
  magRaw: 2,
  elfRaw: 3,
  magX: 4,
  magY: 5,
  magZ: 6,
  elfEnvelope: 7,
  geoPeak: 10,
  geoRms: 11,
  rssi: 12,
} as const;

/** A frame of the stream. */
export interface StreamFrame {
  readonly uid: Uid;
  /** Frame counter; a gap means lost frames. */
  readonly seq: number;
  /** UTC milliseconds of the first sample. */
  readonly t: number;
  /** 960 sounds, full scale 1. */
  readonly geo: Float32Array;
  /** 16 rows of 53: EM within ±1.5, RSSI in dB of full scale. */
  readonly em: Float32Array;
}

export type FrameFault = 'not-json' | 'not-a-frame' | 'no-geodata';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Copies numbers; false if the count differs or one is not a finite number. */
function copyNumbers(values: unknown, into: Float32Array, offset: number, count: number): boolean {
  if (!Array.isArray(values) || values.length !== count) return false;
  for (let at = 0; at < count; at++) {
    const value: unknown = values[at];
    if (typeof value !== 'number' || !Number.isFinite(value)) return false;
    into[offset + at] = value;
  }
  return true;
}

/** An empty `geodata` makes the whole event void. */
export function readFrame(text: string): Result<StreamFrame, FrameFault> {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return fail('not-json');
  }
  if (!isObject(said)) return fail('not-a-frame');
  const { uid, seq, t, geodata, emdata } = said;
  if (Array.isArray(geodata) && geodata.length === 0) return fail('no-geodata');
  if (!Number.isSafeInteger(uid) || !Number.isSafeInteger(seq) || !Number.isSafeInteger(t)) return fail('not-a-frame');
  const geo = new Float32Array(FRAME_SOUNDS);
  const em = new Float32Array(FRAME_ROWS * CHANNELS);
  if (!copyNumbers(geodata, geo, 0, FRAME_SOUNDS)) return fail('not-a-frame');
  if (!Array.isArray(emdata) || emdata.length !== FRAME_ROWS) return fail('not-a-frame');
  const isWhole = emdata.every((row, at) => copyNumbers(row, em, at * CHANNELS, CHANNELS));
  return isWhole ? succeed({ uid: uid as number, seq: seq as number, t: t as number, geo, em }) : fail('not-a-frame');
}
