import type { Random } from '../random.ts';

// Noise that wanders the more the longer one waits (1/f): five random walks with a home, of different patience.
const PATIENCES_S = [0.15, 0.6, 2.4, 10, 40];

/** Each call is the next value, `intervalS` after the one before. */
export function createDrift(random: Random, rms: number, intervalS: number): () => number {
  const keep = PATIENCES_S.map((patienceS) => Math.exp(-intervalS / patienceS));
  const stir = keep.map((share) => Math.sqrt(1 - share * share));
  const walks = Float64Array.from(PATIENCES_S, () => random.normal());
  const scale = rms / Math.sqrt(PATIENCES_S.length);
  return () => {
    let sum = 0;
    for (let at = 0; at < walks.length; at++) {
      const next = (keep[at] ?? 0) * (walks[at] ?? 0) + (stir[at] ?? 0) * random.normal();
      walks[at] = next;
      sum += next;
    }
    return scale * sum;
  };
}
