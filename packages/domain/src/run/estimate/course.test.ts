import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeDistanceM } from '../../geo/great-circle.ts';
import type { LinePoint } from '../../path/pig-path.ts';
import { drawnDistance, layCourse, locateOnCourse, projectToCourse } from './course.ts';
import { LAUNCH_SITE, placeAt, plainRun } from '../testing/plain-run.ts';

/** Ascending marker distances in kilometres, from 0. */
const growing = (count: number) =>
  fc
    .array(fc.double({ min: 0.1, max: 5, noNaN: true }), { minLength: count, maxLength: count })
    .map((steps) => steps.reduce((sums, step) => [...sums, (sums.at(-1) ?? 0) + step], [0]));

/** A line whose stationing differs from its drawing. */
const anyLine = fc.integer({ min: 1, max: 12 }).chain((count) => fc.tuple(growing(count), growing(count)));
const share = fc.double({ min: 0, max: 1, noNaN: true });

const NEAR_M = 0.05;

describe('course', () => {
  it('ends at the distance of the receive site', () => {
    expect(layCourse(plainRun([0, 1, 4], [0, 1, 2]).path).lengthM).toBe(4000);
  });

  it('every marker is at its stationing distance, however the drawing differs', () => {
    fc.assert(
      fc.property(anyLine, ([km, drawnKm]) => {
        const { path } = plainRun(km, drawnKm);
        const course = layCourse(path);
        for (const marker of path.markers) {
          expect(computeDistanceM(locateOnCourse(course, marker.fromLaunchM), marker)).toBeLessThan(NEAR_M);
          expect(projectToCourse(course, marker)).toBeCloseTo(marker.fromLaunchM, 0);
        }
      }),
    );
  });

  it('a longer distance is further along the drawing', () => {
    fc.assert(
      fc.property(anyLine, share, share, ([km, drawnKm], one, other) => {
        const course = layCourse(plainRun(km, drawnKm).path);
        const [near, far] = [Math.min(one, other) * course.lengthM, Math.max(one, other) * course.lengthM];
        expect(drawnDistance(course, near)).toBeLessThanOrEqual(drawnDistance(course, far));
      }),
    );
  });

  it('converts a distance to a place and back', () => {
    fc.assert(
      fc.property(anyLine, share, ([km, drawnKm], at) => {
        const course = layCourse(plainRun(km, drawnKm).path);
        const distanceM = at * course.lengthM;
        expect(Math.abs(projectToCourse(course, locateOnCourse(course, distanceM)) - distanceM)).toBeLessThan(5);
      }),
    );
  });

  it('interpolates linearly between two markers', () => {
    const course = layCourse(plainRun([0, 2, 3], [0, 1, 5]).path);
    expect([0, 500, 2000, 2250, 3000].map((distanceM) => Math.round(drawnDistance(course, distanceM)))).toEqual([
      0, 250, 1000, 2000, 5000,
    ]);
  });

  it('clamps distances to the ends of the line', () => {
    const course = layCourse(plainRun().path);
    for (const [distanceM, drawnM] of [
      [-500, 0],
      [1e9, 5000],
    ] as const) {
      expect(computeDistanceM(locateOnCourse(course, distanceM), placeAt(drawnM))).toBeLessThan(NEAR_M);
    }
    expect(projectToCourse(course, placeAt(-2000))).toBe(0);
    expect(projectToCourse(course, placeAt(9000))).toBeCloseTo(5000, 1);
  });

  it('follows the line of a file, also one drawn from the other end', () => {
    const bend = { lat: placeAt(2500).lat, lon: -96.97 };
    const points = [placeAt(5000), bend, LAUNCH_SITE].map(({ lat, lon }): LinePoint => [lon, lat]);
    const course = layCourse({ ...plainRun([0, 5]).path, pigLineKml: points });
    expect(computeDistanceM(locateOnCourse(course, 2500), bend)).toBeLessThan(5);
    expect(projectToCourse(course, bend)).toBeCloseTo(2500, 0);
  });

  it('accepts two markers at one place, distances that decrease, and a line without markers', () => {
    const twin = layCourse(plainRun([0, 1, 1, 2]).path);
    expect(computeDistanceM(locateOnCourse(twin, 1000), placeAt(1000))).toBeLessThan(NEAR_M);
    const back = layCourse(plainRun([0, 2, 1, 3], [0, 1, 2, 3]).path);
    expect(
      [0, 1000, 2000, 2500, 3000].map((distanceM) => Number.isFinite(drawnDistance(back, distanceM))),
    ).not.toContain(false);
    const bare = layCourse({ ...plainRun([0, 5]).path, markers: [] });
    expect(bare.lengthM).toBeCloseTo(5000, 1);
    expect(computeDistanceM(locateOnCourse(bare, 1000), placeAt(1000))).toBeLessThan(NEAR_M);
  });
});
