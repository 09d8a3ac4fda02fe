import { expect, test } from 'vitest';
import { parseUid } from './model.ts';

test('[L-001] a uid is a number', () => {
  expect([' 100234 ', '1'].map(parseUid)).toEqual([100_234, 1]);
  expect(['', '0', '-7', '1.5', '1e3', 'AGM-1', '0x10'].map(parseUid)).toEqual(Array.from({ length: 7 }, () => null));
});

test('a uid has fewer than 15 characters', () => {
  expect(['9'.repeat(14), '9'.repeat(15)].map(parseUid)).toEqual([99_999_999_999_999, null]);
});
