import { expect, it } from 'vitest';
import { mphToMetresPerSecond } from '../units/speed.ts';
import { findImpossibleSpeed, isUnusualSpeed } from './speed-doubt.ts';
import { heard, minute, straightRun } from './testing/straight-run.ts';

it.each([
  [0, false],
  [0.09, true],
  [0.1, false],
  [20, false],
  [20.1, true],
])('[W-253] isUnusualSpeed: %s mph: %s', (mph, isUnusual) => {
  expect(isUnusualSpeed(mphToMetresPerSecond(mph))).toBe(isUnusual);
});

// The markers are about 11.1 km apart: 20 mph take 20.7 minutes.
const run = straightRun({ passages: [heard(1, 60, 'M1', true), heard(4, 240, 'M4', true), heard(2, 61, 'M2')] });

it.each([
  ['soon after the passage before', 'M2', 65, 37],
  ['late enough', 'M2', 90, null],
  ['shortly before the passage after', 'M3', 235, 37],
  ['after a day without moving', 'M5', 2000, null],
  ['soon after the launch', 'M1', 5, 37],
])('[W-253] findImpossibleSpeed finds the speed of a passage %s', (_, markerName, minutes, speed) => {
  const found = findImpossibleSpeed(run, markerName, minute(minutes));
  expect(found === null ? null : Math.round(found)).toBe(speed);
});
