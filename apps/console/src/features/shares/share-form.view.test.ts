import { expect, it } from 'vitest';
import { ApiError } from '#/api/api-error.ts';
import { beginShare, findShareFault, SHARE_RULES, toSentShare } from './share-form.view.ts';

it('[W-381] a link ends after a week unless the admin changes it, shows everything, and needs no password', () => {
  const form = beginShare(Date.UTC(2026, 1, 26, 9, 41, 7));
  expect(form.expiresAt).toBe('2026-03-05 09:41:07');
  expect(toSentShare(41, { ...form, name: 'Refinery', delayMinutes: '30' })).toEqual({
    runId: 41,
    name: 'Refinery',
    expiresAt: '2026-03-05 09:41:07',
    delayMinutes: 30,
    hidesPlaces: false,
    password: null,
  });
});

it.each([
  [0, true],
  ['1440', true],
  ['', false],
  [-1, false],
  [1.5, false],
  [1441, false],
])('[W-381] a delay of %j minutes is accepted: %j', (typed, isAccepted) => {
  expect(SHARE_RULES.delayMinutes(typed) === null).toBe(isAccepted);
});

it.each([
  ['', true],
  ['1234567', false],
  ['12345678', true],
])('[W-381] the password %j of a link is accepted: %j', (typed, isAccepted) => {
  expect(SHARE_RULES.password(typed) === null).toBe(isAccepted);
});

it('only a refusal of the end stands at a field', () => {
  const refusal = { status: 400, code: 'share-expiry-refused', detail: 'A link ends in the future.' } as const;
  expect(Object.keys(findShareFault(new ApiError(refusal)) ?? {})).toEqual(['expiresAt']);
  expect(findShareFault(new ApiError({ ...refusal, code: 'too-many-shares' }))).toBeNull();
});
