import { expect, test } from 'vitest';
import { BUDGET_KB, measureLoginKb, measureMapKb } from './bundle-parts.ts';

// Of the console as `npm test` has just built it.

test('what a browser fetches before the login screen stays within its budget', () => {
  expect(measureLoginKb()).toBeLessThanOrEqual(BUDGET_KB.login);
});

test('what a browser fetches before the map is seen stays within its budget, the map engine left out', () => {
  expect(measureMapKb()).toBeLessThanOrEqual(BUDGET_KB.map);
});
