import { EM_CHANNEL_LIST, EM_CHANNELS } from './em-channels.ts';
import { EM_ROWS, GEO_SAMPLES, type StreamFrame } from './stream-frame.ts';

/** The JSON text for a console that listens to the device. A console ignores an event with empty `geodata`. */
export interface StreamEvent {
  readonly uid: number;
  readonly seq: number;
  readonly t: number;
  readonly fs: number;
  readonly fg: number;
  /** EM and geophone samples before this frame; triggers of MAG, ELF, GEO; lost frames. */
  readonly cnt: readonly [number, number, number, number, number, number];
  readonly geodata: readonly number[];
  readonly emdata: readonly (readonly number[])[];
}

const FULL_SCALE = 32_768;

/** Five decimals preserve every 16-bit step. */
function round(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}

export function buildStreamEvent(source: {
  readonly uid: number;
  /** The frame's seq, extended beyond 16 bits. */
  readonly seq: number;
  readonly dropped: number;
  readonly frame: StreamFrame;
}): StreamEvent {
  const { uid, seq, dropped, frame } = source;
  const rssi = Array.from(frame.rssi);
  const emdata = Array.from({ length: EM_ROWS }, (_, row) => {
    const values = Array.from(frame.em.subarray(row * EM_CHANNELS, (row + 1) * EM_CHANNELS), (value, channel) =>
      round(((EM_CHANNEL_LIST[channel]?.extent ?? 1) * value) / FULL_SCALE),
    );
    return values.concat(rssi);
  });
  const { mag, elf, geo } = frame.triggers;
  return {
    uid,
    seq,
    t: frame.t,
    fs: 16.66667,
    fg: 1000,
    cnt: [seq * EM_ROWS, seq * GEO_SAMPLES, mag, elf, geo, dropped],
    geodata: Array.from(frame.geo, (value) => round(value / FULL_SCALE)),
    emdata,
  };
}
