import type { Random } from '../random.ts';
import { EM_INTERVAL_S, EM_RATE_HZ } from '../sampling.ts';
import type { Site } from '../site.ts';
import { createDrift } from '../source/drift.ts';
import { createOscillator } from '../source/oscillator.ts';
import { silence, type Signal } from '../source/signal.ts';

/** The magnetometer is AC coupled and cannot measure slower changes. */
export const AC_COUPLING_HZ = 0.03;

export function createMagBackground({ white, drift, line }: Site['noise']['mag'], random: Random): Signal {
  const wander = createDrift(random, drift, EM_INTERVAL_S);
  const hum: Signal =
    line === null ? silence : createOscillator({ ...line, rateHz: EM_RATE_HZ, phaseRad: random.angle() });
  return (tS) => white * random.normal() + wander() + hum(tS);
}
