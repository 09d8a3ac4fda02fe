import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place } from './great-circle.ts';
import { measureTrack, projectToTrack } from './track.ts';

const near = fc.double({ min: -0.1, max: 0.1, noNaN: true });
const place = fc.record({ lat: near.map((turn) => 60 + turn), lon: near.map((turn) => -98 + turn) });
const pace = fc.double({ min: -0.0005, max: 0.001, noNaN: true });

/** A random walk, shaped like a pipeline and long enough for several blocks. */
const walk = fc.array(fc.tuple(pace, pace), { minLength: 130, maxLength: 300 }).map((paces) => {
  let [lat, lon] = [59.95, -98.05];
  return paces.map(([north, east]) => ({ lat: (lat += north), lon: (lon += east) }));
});

function findNearestLeg(points: readonly Place[], at: Place): number {
  return Math.min(
    ...points.slice(1).map((to, leg) => projectToTrack(measureTrack([points[leg] ?? to, to]), at).offsetM),
  );
}

describe('nearest point of a track', () => {
  it('the nearest point is that of the nearest leg, however many legs there are', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 30 }), place, (points, at) => {
        expect(projectToTrack(measureTrack(points), at).offsetM).toBeCloseTo(findNearestLeg(points, at), 2);
      }),
    );
    fc.assert(
      fc.property(walk, place, fc.integer({ min: 1, max: 120 }), (points, at, from) => {
        const track = measureTrack(points);
        expect(projectToTrack(track, at).offsetM).toBeCloseTo(findNearestLeg(points, at), 2);
        expect(projectToTrack(track, at, track.distancesM[from]).offsetM).toBeCloseTo(
          findNearestLeg(points.slice(from), at),
          2,
        );
      }),
    );
  });
});
