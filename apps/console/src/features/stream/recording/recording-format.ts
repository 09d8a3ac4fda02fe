import { CHANNELS, FRAME_ROWS, FRAME_SOUNDS, FRAME_MS, type StreamFrame } from '@waymark/domain/stream/frame';
import { t } from '#/language/t.ts';

// A recording as a file, little-endian and then gzipped where the browser can: the 8 letters WMSTREAM, u16 version 1,
// u16 0, u32 number of frames, f64 uid; then each frame, oldest first: f64 t, f64 seq, 960 × i16 sounds, 16 rows of
// 53 × i16. Full scale is 32,768 and stands for 1 of sounds and channels 10 and 11, for 1.5 of channels 0 to 9;
// channels 12 to 52 are hundredths of dB.

const MAGIC = 'WMSTREAM';
const VERSION = 1;
const HEADER_BYTES = 24;
const SOUNDS_AT = 16;
const ROWS_AT = SOUNDS_AT + FRAME_SOUNDS * 2;
export const FRAME_BYTES = ROWS_AT + FRAME_ROWS * CHANNELS * 2;
/** 30 minutes. */
export const MAX_FRAMES = 1_800_000 / FRAME_MS;
/** Size of the longest recording. */
export const MAX_BYTES = HEADER_BYTES + MAX_FRAMES * FRAME_BYTES;

const FULL_SCALE = 32_768;
const FIRST_GEO_CHANNEL = 10;
const FIRST_RSSI_CHANNEL = 12;

const SCALES = Float64Array.from({ length: CHANNELS }, (_, channel) => {
  if (channel >= FIRST_RSSI_CHANNEL) return 100;
  return channel >= FIRST_GEO_CHANNEL ? FULL_SCALE : FULL_SCALE / 1.5;
});
const scaleOf = (at: number) => SCALES[at % CHANNELS] ?? 1;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function toInt16(value: number): number {
  return Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(value)));
}

/** Packs one frame into `bytes`, which have the size of one frame. */
export function packFrame({ t: instant, seq, geo, em }: StreamFrame, bytes: Uint8Array): void {
  const view = viewOf(bytes);
  view.setFloat64(0, instant, true);
  view.setFloat64(8, seq, true);
  geo.forEach((value, at) => view.setInt16(SOUNDS_AT + at * 2, toInt16(value * FULL_SCALE), true));
  em.forEach((value, at) => view.setInt16(ROWS_AT + at * 2, toInt16(value * scaleOf(at)), true));
}

export function unpackFrame(uid: number, bytes: Uint8Array): StreamFrame {
  const view = viewOf(bytes);
  return {
    uid,
    t: view.getFloat64(0, true),
    seq: view.getFloat64(8, true),
    geo: Float32Array.from({ length: FRAME_SOUNDS }, (_, at) => view.getInt16(SOUNDS_AT + at * 2, true) / FULL_SCALE),
    em: Float32Array.from(
      { length: FRAME_ROWS * CHANNELS },
      (_, at) => view.getInt16(ROWS_AT + at * 2, true) / scaleOf(at),
    ),
  };
}

export function packHeader(uid: number, frameCount: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES);
  bytes.set(new TextEncoder().encode(MAGIC));
  const view = viewOf(bytes);
  view.setUint16(8, VERSION, true);
  view.setUint32(12, frameCount, true);
  view.setFloat64(16, uid, true);
  return bytes;
}

/** The content of a file: a frame is unpacked only when it is due. */
export interface PackedRecording {
  readonly uid: number;
  /** At least one frame, each of `FRAME_BYTES`, in order. */
  readonly frames: readonly Uint8Array[];
}

/** UTC milliseconds of a frame. */
export function readInstant(bytes: Uint8Array): number {
  return viewOf(bytes).getFloat64(0, true);
}

function isFrame(bytes: Uint8Array, at: number, frames: readonly Uint8Array[]): boolean {
  const instant = readInstant(bytes);
  const before = frames[at - 1];
  const seq = viewOf(bytes).getFloat64(8, true);
  return (
    Number.isSafeInteger(instant) &&
    Number.isSafeInteger(seq) &&
    !Number.isNaN(new Date(instant).getTime()) &&
    (!before || instant > readInstant(before))
  );
}

/** Fails with a message for the user who chose the file. */
export function unpackRecording(bytes: Uint8Array): PackedRecording {
  const magic = new TextDecoder().decode(bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC || bytes.length < HEADER_BYTES) throw new Error(t('The file is not a recorded stream.'));
  const view = viewOf(bytes);
  if (view.getUint16(8, true) !== VERSION) throw new Error(t('The recording was made by a newer version of Waymark.'));
  const frameCount = view.getUint32(12, true);
  const uid = view.getFloat64(16, true);
  const isWhole = frameCount > 0 && bytes.length === HEADER_BYTES + frameCount * FRAME_BYTES;
  const frames = Array.from({ length: isWhole ? frameCount : 0 }, (_, at) => {
    const from = HEADER_BYTES + at * FRAME_BYTES;
    return bytes.subarray(from, from + FRAME_BYTES);
  });
  if (!isWhole || !Number.isSafeInteger(uid) || uid < 1 || !frames.every(isFrame))
    throw new Error(t('The recording is damaged.'));
  return { uid, frames };
}
