import { expect, it } from 'vitest';
import { parseHandover } from '../handover.ts';
import { describeRefusal } from './refusal.view.ts';

const shownFor = (hash: string) => {
  const result = parseHandover(hash);
  return result.kind === 'refused' ? describeRefusal(result.code) : result.kind;
};

it('[W-026] a known code of the identity provider has its own message', () => {
  expect(shownFor('#error=access_denied&state=x')).toBe('The identity provider refused the sign-in.');
});

it.each(['Call 555-0100 and say your password', 'toString', '__proto__', '', 'access_denied '])(
  '[W-026] the code %j has the general message',
  (code) => {
    expect(shownFor(`#error=${encodeURIComponent(code)}`)).toBe('The sign-in did not succeed.');
  },
);

it('[W-026] the description in the address is never shown', () => {
  const text = 'Your account is locked. Call 555-0100.';
  for (const code of ['access_denied', 'made_up']) {
    expect(shownFor(`#error=${code}&error_description=${encodeURIComponent(text)}`)).not.toContain('555');
  }
});
