import { CHANNELS, FRAME_MS, FRAME_ROWS, FRAME_SOUNDS, ROW_MS, type StreamFrame } from '../frame.ts';

export const T = 1_782_522_123_000;

/** Values of a stream by its time in ms since the first sample; by default silence and −80 dB. */
export interface Script {
  readonly em?: (channel: number, ms: number) => number | undefined;
  readonly geo?: (ms: number) => number;
}

const SILENCE = (channel: number): number => (channel >= 12 ? -80 : 0);

export function makeFrame(seq: number, { em, geo = () => 0 }: Script = {}): StreamFrame {
  const startMs = seq * FRAME_MS;
  return {
    uid: 100_234,
    seq,
    t: T + startMs,
    geo: Float32Array.from({ length: FRAME_SOUNDS }, (_, at) => geo(startMs + at)),
    em: Float32Array.from({ length: FRAME_ROWS * CHANNELS }, (_, at) => {
      const channel = at % CHANNELS;
      return em?.(channel, startMs + Math.floor(at / CHANNELS) * ROW_MS) ?? SILENCE(channel);
    }),
  };
}
