import { describe, expect, it } from 'vitest';
import { SOUND_NAMES } from '../preferences.ts';
import { computeLengthS, SOUNDS, type Point, type Sound } from './sounds.ts';

function readLine(points: readonly Point[], atS: number): number {
  const next = points.findIndex(([pointS]) => pointS >= atS);
  const [from, to] = [points[next - 1], points[next]];
  if (!to || !from) return to?.[0] === atS ? to[1] : 0;
  return from[1] + ((to[1] - from[1]) * (atS - from[0])) / (to[0] - from[0]);
}

/** Gains are piecewise linear, so the sum of all voices is largest at one of their corners. */
function findPeak({ voices }: Sound): number {
  const corners = voices.flatMap(({ gain }) => gain.map(([atS]) => atS));
  return Math.max(...corners.map((atS) => voices.reduce((sum, { gain }) => sum + readLine(gain, atS), 0)));
}

const sounds = Object.entries(SOUNDS);

describe('the six sounds', () => {
  it('[N-004] all six sounds exist and are different', () => {
    expect(['None', ...Object.keys(SOUNDS)]).toEqual(SOUND_NAMES);
    expect(new Set(sounds.map(([, sound]) => JSON.stringify(sound))).size).toBe(6);
  });

  it.each(sounds)('%s ends within 1.5 s', (_, sound) => {
    expect(computeLengthS(sound)).toBeGreaterThan(0.3);
    expect(computeLengthS(sound)).toBeLessThanOrEqual(1.5);
  });

  it.each(sounds)('%s is never louder than 1, and is audible', (_, sound) => {
    expect(findPeak(sound)).toBeLessThanOrEqual(1);
    expect(findPeak(sound)).toBeGreaterThan(0.3);
  });

  it.each(sounds)('%s has increasing times, and each voice begins and ends in silence', (_, { voices }) => {
    for (const { gain, pitchHz } of voices) {
      for (const points of [gain, pitchHz]) {
        const times = points.map(([atS]) => atS);
        expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
      }
      expect([gain.at(0)?.[1], gain.at(-1)?.[1]]).toEqual([0, 0]);
      expect(pitchHz.at(0)?.[0]).toBe(gain.at(0)?.[0]);
      expect(pitchHz.at(-1)?.[0]).toBeLessThanOrEqual(gain.at(-1)?.[0] ?? 0);
    }
  });

  it.each(sounds)('%s stays in the frequency range of small loudspeakers and old ears', (_, { voices }) => {
    for (const { pitchHz, vibrato } of voices) {
      for (const [, hz] of pitchHz) {
        expect(hz - (vibrato?.depthHz ?? 0)).toBeGreaterThanOrEqual(150);
        expect(hz + (vibrato?.depthHz ?? 0)).toBeLessThanOrEqual(6000);
      }
    }
  });
});
