import { expect, test } from 'vitest';
import { chooseSignalBars } from './signal.ts';

test.each([
  ['[D-077] at least -80 dBm five bars', [-80, -51], 5],
  ['[D-078] below -80 down to -90 dBm four bars', [-80.5, -81, -90], 4],
  ['[D-079] below -90 and above -100 dBm three bars', [-91, -99], 3],
  ['[D-080] -100 dBm and below two bars', [-100, -101, -120], 2],
])('%s', (_, strengths, bars) => {
  expect(strengths.map(chooseSignalBars)).toEqual(strengths.map(() => bars));
});

test('an unknown signal has no bars', () => {
  expect(chooseSignalBars(null)).toBe(0);
});
