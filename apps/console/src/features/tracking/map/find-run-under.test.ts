import { placeAt, plainRun } from '@waymark/domain/run/testing/plain-run';
import { describe, expect, it } from 'vitest';
import { toWorld } from '#/map/signs/cluster-signs.ts';
import type { MarkerLook } from '#/map/signs/lay-out-signs.ts';
import { findMarkerAt, findPigAt } from './find-run-under.ts';
import type { FindLook } from './run-features.ts';

/** A pixel is ten metres, M1 in the middle. */
const [middle] = [placeAt(1000)];
const PX_PER_DEGREE = 11_119.5;
const project = (lat: number, lon: number) => ({
  x: (lon - middle.lon) * PX_PER_DEGREE,
  y: -(lat - middle.lat) * PX_PER_DEGREE,
});
const around = (x: number, y: number) => ({
  at: { x, y },
  box: { west: -98, south: 35, east: -96, north: 37 },
  project,
});
const runs = [{ run: plainRun() }];
const look: MarkerLook = { at: { x: 0, y: 0 }, form: 'icon', isOnDevice: false, hasNameRoom: true };
const findLook: FindLook = () => look;

describe('a click on the map', () => {
  it('[M-035] a click finds the marker by its icon, which is drawn above its place', () => {
    expect(findMarkerAt(runs, around(0, -17), 14, findLook)).toMatchObject({ runId: 1, name: 'M1', distancePx: 0 });
    expect(findMarkerAt(runs, around(20, -17), 14, findLook)).toBeNull();
    expect(findMarkerAt(runs, around(0, 100), 14, findLook)).toMatchObject({ name: 'L' });
    expect(findMarkerAt(runs, around(0, 16), 14, findLook)).toBeNull();
  });

  it('[W-287] a click finds a marker that stands on its device above that device, and no marker of a cluster', () => {
    const { lat, lon } = middle;
    const onDevice: FindLook = () => ({ ...look, at: toWorld(lat, lon), isOnDevice: true });
    expect(findMarkerAt(runs, around(0, -27), 14, onDevice)).toMatchObject({ name: 'M1' });
    expect(findMarkerAt(runs, around(0, -27), 14, () => ({ ...look, form: 'hidden' }))).toBeNull();
  });

  it('a click finds the nearest pig', () => {
    const pigs = [
      [7, { place: placeAt(1000) }],
      [8, { place: placeAt(1100) }],
    ] as const;
    expect(findPigAt(pigs, around(0, -4))).toBe(7);
    expect(findPigAt(pigs, around(0, -8))).toBe(8);
    expect(findPigAt(pigs, around(30, 0))).toBeNull();
  });
});
