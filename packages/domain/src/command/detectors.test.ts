import { expect, test } from 'vitest';
import { SENSITIVITIES } from '../device/modes.ts';
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
])('a detector listens at %d Hz: %s', (hz, expected) => {
  expect(isDetectorFrequency(hz)).toBe(expected);
});

test('where the device has not said: 22 Hz or 10 over satellite, High, the first two on', () => {
  expect(DEFAULT_HZ).toEqual({ cellular: 22, iridium: 10 });
  expect(SENSITIVITIES[DEFAULT_SENSITIVITY]).toBe('High');
  expect(DEFAULT_ENABLES).toEqual([true, true, false, false]);
});
