import { expect, test } from 'vitest';
import { planConnections, readOpenFilesLimit } from './open-files.ts';

test.each([
  [1_024, { people: 500, devices: 100 }],
  [4_096, { people: 500, devices: 2_096 }],
  [20_000, { people: 2_000, devices: 16_500 }],
  [65_536, { people: 6_554, devices: 57_482 }],
  [1_048_576, { people: 10_000, devices: 100_000 }],
])('[W-121] planConnections divides %i open files between users and devices', (openFiles, plan) => {
  expect(planConnections(openFiles)).toEqual(plan);
});

test('readOpenFilesLimit returns a positive number', () => {
  expect(readOpenFilesLimit()).toBeGreaterThan(0);
});
