import { expect, test } from 'vitest';
import { FrameCount } from './frame-count.ts';

test.each([
  ['one after the other', [7, 8, 9], [7, 8, 9], 0],
  ['over the 16 bits', [65_534, 65_535, 0, 1], [65_534, 65_535, 65_536, 65_537], 0],
  ['with a gap', [7, 10, 11], [7, 10, 11], 2],
  ['with one that was passed by the next', [7, 9, 8, 10], [7, 9, 8, 10], 0],
  ['after the device has begun anew', [40_000, 40_005, 0, 1], [40_000, 40_005, 0, 1], 0],
  ['after ten minutes of silence', [7, 9, 800, 802], [7, 9, 800, 802], 1],
])('frames %s', (_how, sent, numbered, dropped) => {
  const count = new FrameCount();
  const taken = sent.map((seq) => count.take(seq));
  expect(taken.map(({ seq }) => seq)).toEqual(numbered);
  expect(taken.at(-1)?.dropped).toBe(dropped);
});
