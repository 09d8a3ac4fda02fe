import type { AudibleSound } from '../preferences.ts';

/** Seconds since the start of the sound, and a value; linear between two points. */
export type Point = readonly [atS: number, value: number];

/** An oscillator. */
export interface Voice {
  readonly wave: 'sine' | 'triangle' | 'square' | 'sawtooth';
  readonly pitchHz: readonly Point[];
  /** From 0 to 1. Begins and ends in silence, so that it does not click. */
  readonly gain: readonly Point[];
  /** Modulates the pitch: a sine gives vibrato, a square a trill. */
  readonly vibrato?: { readonly wave: 'sine' | 'square'; readonly rateHz: number; readonly depthHz: number };
}

export interface Sound {
  readonly voices: readonly Voice[];
}

const ATTACK_S = 0.008;

/** A struck note: starts at once, then fades. */
function strike(wave: Voice['wave'], hz: number, atS: number, lengthS: number, gain: number): Voice {
  return {
    wave,
    pitchHz: [[atS, hz]],
    gain: [
      [atS, 0],
      [atS + ATTACK_S, gain],
      [atS + lengthS * 0.35, gain * 0.35],
      [atS + lengthS, 0],
    ],
  };
}

/** A bark: rises, falls steeply, with a rough timbre. */
function bark(atS: number, gain: number): readonly Voice[] {
  const shape: readonly Point[] = [
    [atS, 0],
    [atS + 0.015, gain],
    [atS + 0.07, gain * 0.8],
    [atS + 0.15, 0],
  ];
  const swoop = (low: number, high: number, end: number): readonly Point[] => [
    [atS, low],
    [atS + 0.03, high],
    [atS + 0.15, end],
  ];
  return [
    { wave: 'sawtooth', pitchHz: swoop(280, 640, 150), gain: shape },
    { wave: 'triangle', pitchHz: swoop(560, 1280, 300), gain: shape },
  ];
}

function glide(wave: Voice['wave'], gain: number, factor: number): Voice {
  return {
    wave,
    pitchHz: [
      [0, 420 * factor],
      [0.45, 980 * factor],
      [0.8, 620 * factor],
      [1.25, 1180 * factor],
    ],
    gain: [
      [0, 0],
      [0.08, gain],
      [1.05, gain],
      [1.25, 0],
    ],
    vibrato: { wave: 'sine', rateHz: 7.5, depthHz: 38 * factor },
  };
}

function ring(atS: number): Voice {
  return {
    wave: 'triangle',
    pitchHz: [[atS, 1150]],
    gain: [
      [atS, 0],
      [atS + 0.01, 0.5],
      [atS + 0.3, 0.45],
      [atS + 0.38, 0],
    ],
    vibrato: { wave: 'square', rateHz: 22, depthHz: 150 },
  };
}

/** A run up the pentatonic scale from C6. */
const SPARKLES_HZ = [1046.5, 1174.7, 1318.5, 1568, 1760, 2093, 2349.3, 2637];

/** The sounds differ in rhythm, not only in pitch: two notes, barks, a wail, a run, a bell, a coin. */
export const SOUNDS: Readonly<Record<AudibleSound, Sound>> = {
  Standard: {
    voices: [
      strike('sine', 880, 0, 0.45, 0.5),
      strike('sine', 1760, 0, 0.2, 0.12),
      strike('sine', 659.3, 0.22, 0.6, 0.4),
      strike('sine', 1318.5, 0.22, 0.25, 0.1),
    ],
  },
  'Space Dog': { voices: [...bark(0, 0.4), ...bark(0.24, 0.4), ...bark(0.52, 0.16), ...bark(0.76, 0.08)] },
  Martian: { voices: [glide('sine', 0.42, 1), glide('triangle', 0.1, 1.5)] },
  Magic: {
    voices: SPARKLES_HZ.flatMap((hz, step) => [
      strike('triangle', hz, step * 0.065, 0.45, 0.16),
      strike('sine', hz * 2, step * 0.065, 0.25, 0.04),
    ]),
  },
  Oringzz: { voices: [ring(0), ring(0.5)] },
  Bling: {
    voices: [
      strike('square', 987.8, 0, 0.09, 0.16),
      strike('square', 1318.5, 0.08, 0.55, 0.16),
      strike('sine', 2637, 0.08, 0.7, 0.25),
    ],
  },
};

export function computeLengthS({ voices }: Sound): number {
  return Math.max(...voices.map(({ gain }) => gain.at(-1)?.[0] ?? 0));
}
