import { expect, it, test } from 'vitest';
import { fromPicker, maskUtc, toPicker } from './utc-mask.ts';

const type = (keys: string) => Array.from(keys).reduce((before, key) => maskUtc(before, before + key), '');

test.each([
  ['digits alone', '20260318000651', '2026-03-18 00:06:51'],
  ['with their separators', '2026-03-18 00:06:51', '2026-03-18 00:06:51'],
  ['mixed with letters', '2026march', '2026'],
  ['too many digits', '202603180006519', '2026-03-18 00:06:51'],
  ['an incomplete time', '202603', '2026-03'],
])('maskUtc formats keys one by one: %s', (_, keys, shown) => {
  expect(type(keys)).toBe(shown);
});

test.each([
  ['maskUtc keeps a time pasted in wire format', '', '2026-03-18T00:06:51Z', '2026-03-18 00:06:51'],
  ['maskUtc formats pasted digits', '', '20260318000651', '2026-03-18 00:06:51'],
  [
    'maskUtc does not change a text after a digit in the middle was deleted',
    '2026-03-18 00:06:51',
    '2026-03-1 00:06:51',
    '2026-03-1 00:06:51',
  ],
  [
    'maskUtc accepts a digit inserted in the middle',
    '2026-03-1 00:06:51',
    '2026-03-17 00:06:51',
    '2026-03-17 00:06:51',
  ],
  ['maskUtc accepts an empty text', '2026-03-18', '', ''],
])('%s', (_, before, typed, shown) => {
  expect(maskUtc(before, typed)).toBe(shown);
});

it("the browser's picker has its own notation", () => {
  expect(toPicker('2026-03-18 00:06:51')).toBe('2026-03-18T00:06:51');
  expect(toPicker('18 March')).toBe('');
  expect([
    fromPicker('2026-03-18T00:06:51'),
    fromPicker('2026-03-18T00:06'),
    fromPicker('2026-03-18T00:06:51.500'),
  ]).toEqual(['2026-03-18 00:06:51', '2026-03-18 00:06:00', '2026-03-18 00:06:51']);
});
