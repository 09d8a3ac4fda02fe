import { GEO_RATE_HZ } from '../sampling.ts';
import type { AudioSource } from './audio.ts';

/** A ringing knock: a sine that decays to 1/e every `decayS`. */
export interface Click {
  readonly startS: number;
  readonly amplitude: number;
  readonly frequencyHz: number;
  readonly decayS: number;
}

/** After this many decays 0.25 % are left. */
const HEARD_DECAYS = 6;

function addClick(audio: Float32Array, startS: number, click: Click): void {
  const origin = Math.round((click.startS - startS) * GEO_RATE_HZ);
  const from = Math.max(0, origin);
  const to = Math.min(audio.length, origin + Math.floor(click.decayS * HEARD_DECAYS * GEO_RATE_HZ));
  if (from >= to) return;
  const turn = (2 * Math.PI * click.frequencyHz) / GEO_RATE_HZ;
  const radius = Math.exp(-1 / (GEO_RATE_HZ * click.decayS));
  const valueAt = (age: number) => click.amplitude * radius ** age * Math.sin(turn * age);
  const [first, second] = [2 * radius * Math.cos(turn), radius * radius];
  let [last, before] = [valueAt(from - origin - 1), valueAt(from - origin - 2)];
  for (let at = from; at < to; at++) {
    const next = first * last - second * before;
    audio[at] = (audio[at] ?? 0) + next;
    before = last;
    last = next;
  }
}

export function createClicks(clicks: readonly Click[]): AudioSource {
  return (audio, startS) => {
    for (const click of clicks) addClick(audio, startS, click);
  };
}
