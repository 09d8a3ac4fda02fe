import { expect, test } from 'vitest';
import { chooseBatteryLevel, describeBattery } from './battery.ts';

test.each([
  ['[D-071] above 9000 full', [9001, 12_600], 'full'],
  ['[D-072] above 8500 80%', [8501, 9000], '80%'],
  ['[D-073] above 8000 60%', [8001, 8500], '60%'],
  ['[D-074] above 7500 40%', [7501, 8000], '40%'],
  ['[D-075] above 7000 20%', [7001, 7500], '20%'],
  ['[D-076] 7000 or below empty', [7000, 0], 'empty'],
])('%s', (_, millivolts, words) => {
  expect(millivolts.map((value) => describeBattery(chooseBatteryLevel(value)))).toEqual(millivolts.map(() => words));
});
