import { describe, expect, it } from 'vitest';
import { findLabelPoint } from './base-map-data.ts';

const square = (x: number, y: number, side: number) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];

describe('the label point of an area', () => {
  it('the label point is the middle of an area', () => {
    expect(findLabelPoint({ type: 'Polygon', coordinates: [square(-100, 30, 4)] })?.at).toEqual([-98, 32]);
  });

  it('the label point does not depend on the orientation', () => {
    expect(findLabelPoint({ type: 'Polygon', coordinates: [square(0, 0, 2).toReversed()] })?.at).toEqual([1, 1]);
  });

  it('the label point is in the largest of several parts', () => {
    const area = findLabelPoint({ type: 'MultiPolygon', coordinates: [[square(50, 50, 1)], [square(0, 0, 10)]] });
    expect(area).toEqual({ at: [5, 5], size: 200 });
  });

  it('the label point is null without an area', () => {
    expect(findLabelPoint({ type: 'MultiPolygon', coordinates: [] })).toBeNull();
    expect(findLabelPoint({ type: 'Polygon', coordinates: [[[1, 1]]] })).toBeNull();
  });
});
