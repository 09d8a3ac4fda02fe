import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeCalendarText, foldLine } from './write-calendar.ts';

it('[W-519] foldLine keeps every line at 75 bytes or less and no character apart', () => {
  const anyText = fc.string({ unit: 'grapheme', maxLength: 300 });
  fc.assert(
    fc.property(anyText, (text) => {
      const line = text.replaceAll(/[\r\n]/g, '').toWellFormed();
      const folded = foldLine(line).split('\r\n');
      for (const each of folded) expect(new TextEncoder().encode(each).length).toBeLessThanOrEqual(75);
      expect(folded.map((each, at) => (at === 0 ? each : each.slice(1))).join('')).toBe(line);
    }),
  );
});

it('[W-519] escapeCalendarText escapes what ends a value, and drops controls', () => {
  expect(escapeCalendarText('a;b,c\\d\r\ne\u0000\tf')).toBe(String.raw`a\;b\,c\\d\nef`);
});
