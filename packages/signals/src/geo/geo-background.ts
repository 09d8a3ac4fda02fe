import type { Random } from '../random.ts';
import { GEO_RATE_HZ } from '../sampling.ts';
import type { Site } from '../site.ts';
import { addSources, type AudioSource } from '../source/audio.ts';
import { createRumble } from '../source/coloured-noise.ts';
import { createOscillator } from '../source/oscillator.ts';

const GROUND_KEEP = 0.7;

function createSteadySound(draw: () => number, gain: number): AudioSource {
  return (audio) => {
    for (let at = 0; at < audio.length; at++) audio[at] = (audio[at] ?? 0) + gain * draw();
  };
}

export function createGeoBackground({ white, line }: Site['noise']['geo'], random: Random): AudioSource {
  const ground = createSteadySound(createRumble(GROUND_KEEP, random), white);
  if (line === null) return ground;
  const hum = createOscillator({ ...line, rateHz: GEO_RATE_HZ, phaseRad: random.angle() });
  return addSources(ground, createSteadySound(hum, 1));
}
