import { expect, test } from 'vitest';
import { BUDGET_KB, measureLoginKb, measureMapKb } from './bundle-parts.ts';

// Measures the console that `npm test` has just built.

test('the download before the login screen stays within its budget', () => {
  expect(measureLoginKb()).toBeLessThanOrEqual(BUDGET_KB.login);
});

test('the download before the map, without the map engine, stays within its budget', () => {
  expect(measureMapKb()).toBeLessThanOrEqual(BUDGET_KB.map);
});
