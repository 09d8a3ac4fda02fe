import { expect, it } from 'vitest';
import { describeExistingUid, validateGroup, validateUid } from './agm-form.view.ts';

it('[D-047] [D-048] asks for a uid: numeric, required, under 15 characters', () => {
  expect(['', 'AGM-1', '1'.repeat(15)].map(validateUid)).toEqual(['Invalid UID', 'Invalid UID', 'Invalid UID']);
  expect(validateUid('10490')).toBeNull();
});

it('asks for a group', () => {
  expect([null, '', '3'].map(validateGroup)).toEqual(['Group required', 'Group required', null]);
});

it('tells in which group a uid exists', () => {
  expect(describeExistingUid(3, 'This UID exists already.')).toBe('UID exists in Group Number: 3');
  expect(describeExistingUid(undefined, 'This UID exists already.')).toBe('This UID exists already.');
});
