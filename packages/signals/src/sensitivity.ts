import type { Channel } from './sampling.ts';

// Levels 0 (ultra low) to 6 (ultra high): each doubles the gain, so the full scale halves.

/** Full scale at level 0: ELF and MAG in nT, GEO relative to the reference loudness. */
const WIDEST: Readonly<Record<Channel, number>> = { elf: 64, geo: 16, mag: 400 };
const HIGHEST_LEVEL = 6;
const MOST = 32_767;

export type Sensitivity = Readonly<Record<Channel, number>>;
/** The default setting of a device: high. GEO then has the gain 1. */
export const DEFAULT_SENSITIVITY: Sensitivity = { elf: 4, geo: 4, mag: 4 };

export function clampLevel(level: number): number {
  return Math.max(0, Math.min(HIGHEST_LEVEL, Math.round(level)));
}

export function findFullScale(channel: Channel, level: number): number {
  return WIDEST[channel] / 2 ** clampLevel(level);
}

/** Converts to 16 bits relative to `fullScale`; larger values clip. */
export function quantize(value: number, fullScale: number): number {
  return Math.max(-MOST - 1, Math.min(MOST, Math.round((MOST * value) / fullScale)));
}

export function quantizeAll(values: ArrayLike<number>, fullScale: number): Int16Array {
  const samples = new Int16Array(values.length);
  for (let at = 0; at < samples.length; at++) samples[at] = quantize(values[at] ?? 0, fullScale);
  return samples;
}
