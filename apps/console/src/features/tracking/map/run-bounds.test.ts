import { expect, it } from 'vitest';
import { trackPlain } from '../testing/track-plain.ts';
import { areApart, boundsOf, measureBox, type Box } from './run-bounds.ts';

const box = (west: number, south: number, east: number, north: number): Box => ({ west, south, east, north });
const middle = box(0, 0, 10, 10);

it('the box of a line contains all of its points', () => {
  expect(
    measureBox([
      { lat: 5, lon: -3 },
      { lat: -1, lon: 8 },
      { lat: 2, lon: 0 },
    ]),
  ).toEqual(box(-3, -1, 8, 5));
});

it('the box of a run is measured once', () => {
  const { course } = trackPlain();
  expect(boundsOf(course)).toBe(boundsOf(course));
  expect(boundsOf(course)).toMatchObject({ west: -97, south: 36 });
});

it.each([
  ['to the east', box(11, 0, 12, 10), true],
  ['to the west', box(-5, 0, -1, 10), true],
  ['to the north', box(0, 11, 10, 12), true],
  ['to the south', box(0, -5, 10, -1), true],
  ['that touches', box(10, 10, 20, 20), false],
  ['inside', box(4, 4, 5, 5), false],
  ['around', box(-5, -5, 20, 20), false],
])('a box %s is apart: %o, %s', (_where, other, isApart) => {
  expect([areApart(middle, other), areApart(other, middle)]).toEqual([isApart, isApart]);
});
