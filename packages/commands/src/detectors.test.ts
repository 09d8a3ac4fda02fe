import { expect, test } from 'vitest';
import { SENSITIVITIES } from '@waymark/domain/device/modes';
import { DEFAULT_ENABLES, DEFAULT_HZ, DEFAULT_SENSITIVITY, isDetectorFrequency } from './detectors.ts';

test.each<[number, boolean]>([
  [0, false],
  [9, false],
  [10, true],
  [22, true],
  [30, true],
  [31, false],
  [-22, false],
  [22.5, false],
  [Number.NaN, false],
])('%d Hz is a detector frequency: %s', (hz, expected) => {
  expect(isDetectorFrequency(hz)).toBe(expected);
});

test('unreported detectors default to 22 Hz or 10 over satellite, High, and the first two on', () => {
  expect(DEFAULT_HZ).toEqual({ cellular: 22, iridium: 10 });
  expect(SENSITIVITIES[DEFAULT_SENSITIVITY]).toBe('High');
  expect(DEFAULT_ENABLES).toEqual([true, true, false, false]);
});
