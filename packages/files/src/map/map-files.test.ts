import { expect, it } from 'vitest';
import * as fc from 'fast-check';
import { splitAtAntimeridian } from './antimeridian.ts';
import { cutToBytes, writeDbf } from './write-dbf.ts';
import { MARKER_FIELDS } from './path-to-map.ts';
import { escapeXml } from './xml-text.ts';

it('[W-513] splitAtAntimeridian cuts a line where it crosses, on both sides of the map', () => {
  const line = [
    { lat: 10, lon: 179 },
    { lat: 20, lon: -179 },
    { lat: 30, lon: 178 },
  ];
  expect(splitAtAntimeridian(line)).toEqual([
    [line[0], { lat: 15, lon: 180 }],
    [{ lat: 15, lon: -180 }, line[1], { lat: 20 + 10 / 3, lon: -180 }],
    [{ lat: 20 + 10 / 3, lon: 180 }, line[2]],
  ]);
  expect(splitAtAntimeridian([{ lat: 0, lon: 0 }])).toEqual([]);
});

it('[W-513] no piece of any line jumps across the map, and no point is lost', () => {
  const place = fc.record({
    lat: fc.double({ min: -80, max: 80, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(place, { minLength: 2, maxLength: 12 }), (points) => {
      const pieces = splitAtAntimeridian(points);
      for (const piece of pieces)
        for (const [at, point] of piece.slice(1).entries())
          expect(Math.abs(point.lon - (piece[at]?.lon ?? 0))).toBeLessThanOrEqual(180);
      expect(pieces.flat()).toEqual(expect.arrayContaining(points));
    }),
  );
});

it('[W-514] a text is cut before the character that does not fit', () => {
  const read = (text: string, most: number) => new TextDecoder('utf-8', { fatal: true }).decode(cutToBytes(text, most));
  expect(read('añb', 2)).toBe('a');
  expect(read('🐷🐷', 7)).toBe('🐷');
  expect(read('x'.repeat(300), 254)).toHaveLength(254);
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => text.startsWith(read(text, 20))));
});

it('[W-514] the names of all fields are unique and have at most 10 characters', () => {
  const names = MARKER_FIELDS.map(({ short }) => short);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.length > 10)).toEqual([]);
});

it('[W-514] a table of no rows has its head and its end', () => {
  const bytes = writeDbf([{ name: 'a', short: 'A', kind: 'text' }], [], Date.UTC(2026, 2, 18));
  expect(bytes).toHaveLength(32 * 2 + 1 + 1);
  expect([bytes[0], bytes[1], bytes[2], bytes[3], bytes.at(-1)]).toEqual([3, 126, 3, 18, 0x1a]);
});

it('[W-513] escapeXml leaves no markup and no character that XML forbids', () => {
  expect(escapeXml('a<b> ]]> & "c" \'d\'\u0001\uFFFF')).toBe('a&lt;b&gt; ]]&gt; &amp; &quot;c&quot; &apos;d&apos;');
});
