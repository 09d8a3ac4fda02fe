import { GEO_BLOCK, RECORD_HALF_S, RECORD_SAMPLES } from '../sampling.ts';
import { findFullScale, quantize } from '../sensitivity.ts';
import type { AudioSource } from '../source/audio.ts';

/** The 30,000 samples of a record with time 0 in its centre. */
export function renderAudio(source: AudioSource): Float32Array {
  const audio = new Float32Array(RECORD_SAMPLES * GEO_BLOCK);
  source(audio, -RECORD_HALF_S);
  return audio;
}

export function findBlockPeak(audio: Float32Array, block: number): number {
  let peak = 0;
  for (let at = block * GEO_BLOCK; at < (block + 1) * GEO_BLOCK; at++) {
    const value = audio[at] ?? 0;
    if (Math.abs(value) > Math.abs(peak)) peak = value;
  }
  return peak;
}

/** Reduces 60 samples to one: the loudest, with its sign. */
export function reduceToPeaks(audio: Float32Array, level: number): Int16Array {
  const fullScale = findFullScale('geo', level);
  return Int16Array.from({ length: audio.length / GEO_BLOCK }, (_, block) =>
    quantize(findBlockPeak(audio, block), fullScale),
  );
}

/** Seconds around the passage that a record of a late device can cover. */
export const RECORD_REACH_S = RECORD_HALF_S + 2;
