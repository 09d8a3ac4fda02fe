import { expect, test } from 'vitest';
import { describeModel, isNewerModel } from './model.ts';

test('[L-002] product 18 is an AGM10', () => {
  expect([describeModel(18), isNewerModel(18)]).toEqual(['AGM10', false]);
});

test('[L-003] product 62 is an AGM20', () => {
  expect(describeModel(62)).toBe('AGM20');
});

test('product 62 is the newer model', () => {
  expect([62, 18, null].map(isNewerModel)).toEqual([true, false, false]);
});

test('other numbers have no name', () => {
  expect([describeModel(null), describeModel(1)]).toEqual([null, null]);
});
