import { describe, expect, it } from 'vitest';
import { computeTokenExpiry, decideEntry, isExpired, parseStoredUser } from './session-store.ts';

const user = { id: 7, name: 'Dana Reyes', role: 'admin', tokenExpiry: 1_700_000_000_000 } as const;

describe('the stored user', () => {
  it('[A-047] a stored user has id, name, role and tokenExpiry, and no other stored field', () => {
    expect(parseStoredUser(JSON.stringify({ ...user, token: 'secret' }))).toEqual(user);
  });

  it.each([
    null,
    '',
    'null',
    '7',
    '{}',
    '[]',
    '{"id":7',
    JSON.stringify({ ...user, role: 'owner' }),
    JSON.stringify({ ...user, id: '7' }),
  ])('a stored value of %j is no user', (text) => {
    expect(parseStoredUser(text)).toBeNull();
  });

  it('[A-048] tokenExpiry is a millisecond time stamp computed from expires_in seconds', () => {
    expect(computeTokenExpiry(1_000, 3600)).toBe(3_601_000);
  });

  it('a stored user is valid before tokenExpiry and not at it', () => {
    expect(isExpired(user, user.tokenExpiry - 1)).toBe(false);
    expect(isExpired(user, user.tokenExpiry)).toBe(true);
  });
});

describe('decideEntry', () => {
  const nowMs = 1_700_000_000_000;
  const valid = { ...user, tokenExpiry: nowMs + 1 };

  it('[A-003, A-014] lets a hash go first, signed in or not', () => {
    expect(decideEntry({ hash: 'access_token=x', user: null, nowMs })).toBe('authenticated');
    expect(decideEntry({ hash: 'access_token=x', user: valid, nowMs })).toBe('authenticated');
  });

  it('[A-004, A-013] renews the token of a stored user', () => {
    expect(decideEntry({ hash: '', user: valid, nowMs })).toBe('renew');
  });

  it('[A-005, A-015] asks for a sign-in without a stored user', () => {
    expect(decideEntry({ hash: '', user: null, nowMs })).toBe('login');
  });

  it('[A-049] asks for a sign-in after an expired one', () => {
    expect(decideEntry({ hash: '', user: { ...valid, tokenExpiry: nowMs }, nowMs })).toBe('login');
  });
});
