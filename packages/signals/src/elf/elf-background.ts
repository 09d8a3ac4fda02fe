import type { Random } from '../random.ts';
import { EM_RATE_HZ } from '../sampling.ts';
import type { Site } from '../site.ts';
import { createOscillator } from '../source/oscillator.ts';
import type { Signal } from '../source/signal.ts';

/** Noise of the band in nT; a line is a tone beside the detector's frequency. */
export function createElfBackground({ white, line }: Site['noise']['elf'], random: Random): Signal {
  if (line === null) return () => white * random.normal();
  const tone = createOscillator({ ...line, rateHz: EM_RATE_HZ, phaseRad: random.angle() });
  return () => white * random.normal() + tone();
}
