import { computeDistanceM } from '@waymark/domain/geo/great-circle';
import { changeMarker } from '@waymark/domain/run/changes/changes';
import { measureTrack } from '@waymark/domain/geo/track';
import { placeAt, plainRun } from '@waymark/domain/run/testing/plain-run';
import { describe, expect, it } from 'vitest';
import { describeCircles, outlineCircle } from './auto-link-circles.ts';
import { sliceTrack } from './slice-track.ts';

const everywhere = { west: -180, south: -90, east: 180, north: 90 };

describe('the circle of a marker that is linked automatically', () => {
  it('[T-028] outlineCircle draws a circle in true metres at any latitude', () => {
    for (const lat of [0, 36, -62]) {
      const middle = { lat, lon: -97 };
      for (const corner of outlineCircle(middle, 250)) expect(computeDistanceM(middle, corner)).toBeCloseTo(250, 3);
    }
  });

  it('[T-028] describeCircles draws the auto-link distance around the auto-linked markers in view', () => {
    const skipped = changeMarker(plainRun(), 'M2', { state: 'SKIP' });
    if (!skipped.ok) throw new Error(skipped.failure.code);
    const run = { ...skipped.value, auto: { ...skipped.value.auto, linkDistanceM: 250 } };
    const { features } = describeCircles([run], everywhere);
    expect(features).toHaveLength(3);
    const [lon = 0, lat = 0] = features[0]?.geometry.coordinates[0]?.[0] ?? [];
    expect(computeDistanceM(placeAt(1000), { lat, lon })).toBeCloseTo(250, 3);
    const around = placeAt(3000);
    const near = {
      west: around.lon - 0.001,
      east: around.lon + 0.001,
      south: around.lat - 0.001,
      north: around.lat + 0.001,
    };
    expect(describeCircles([run], near).features).toHaveLength(1);
  });
});

describe('a part of a line', () => {
  const track = measureTrack([placeAt(0), placeAt(1000), placeAt(2000)]);
  const metres = (fromM: number, toM: number) =>
    sliceTrack(track, fromM, toM).map((place) => Math.round(computeDistanceM(placeAt(0), place)));

  it('a part of a line contains each of its points once', () => {
    expect(metres(500, 1500)).toEqual([500, 1000, 1500]);
    expect(metres(0, 1000)).toEqual([0, 1000]);
    expect(metres(-50, 9000)).toEqual([0, 1000, 2000]);
    expect(metres(700, 700)).toEqual([]);
  });
});
