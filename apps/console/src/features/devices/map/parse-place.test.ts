import { describe, expect, it } from 'vitest';
import { parsePlace } from './parse-place.ts';

describe('a place in the search box', () => {
  it.each([
    ['36.13, -96.03', { lat: 36.13, lon: -96.03 }],
    [' 36.13 -96.03 ', { lat: 36.13, lon: -96.03 }],
    ['-12,130', { lat: -12, lon: 130 }],
  ])('parses "%s" as a place', (text, place) => {
    expect(parsePlace(text)).toEqual(place);
  });

  it.each(['', '100234', '36.13', '91, 0', '0, 181', '36,13,-96', 'Tulsa', '36.13, west'])('rejects "%s"', (text) => {
    expect(parsePlace(text)).toBeNull();
  });
});
