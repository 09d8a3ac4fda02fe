import type { Random } from '../random.ts';
import { GEO_RATE_HZ } from '../sampling.ts';

/** Noise that hums around a frequency, rms about 1; the higher the quality, the narrower. */
export function createResonance(centreHz: number, quality: number, random: Random): () => number {
  const turn = (2 * Math.PI * centreHz) / GEO_RATE_HZ;
  const radius = Math.exp(-turn / (2 * quality));
  const [first, second, gain] = [2 * radius * Math.cos(turn), radius * radius, Math.sqrt((1 - radius * radius) * 2)];
  let [last, before] = [0, 0];
  return () => {
    const next = gain * random.normal() + first * last - second * before;
    before = last;
    last = next;
    return next;
  };
}

/** Noise that rumbles: rms 1, the more to low frequencies the closer `keep` is to 1. */
export function createRumble(keep: number, random: Random): () => number {
  const stir = Math.sqrt(1 - keep * keep);
  let last = 0;
  return () => {
    last = keep * last + stir * random.normal();
    return last;
  };
}
