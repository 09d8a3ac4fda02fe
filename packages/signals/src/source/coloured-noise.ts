import type { Random } from '../random.ts';
import { GEO_RATE_HZ } from '../sampling.ts';

/** Resonant noise around a frequency, rms about 1; a higher quality is narrower. */
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

/** Low-frequency noise with rms 1; a `keep` closer to 1 is lower. */
export function createRumble(keep: number, random: Random): () => number {
  const stir = Math.sqrt(1 - keep * keep);
  let last = 0;
  return () => {
    last = keep * last + stir * random.normal();
    return last;
  };
}
