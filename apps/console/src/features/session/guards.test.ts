import { describe, expect, it } from 'vitest';
import { decideEntry } from './guards.ts';

const nowMs = 1_700_000_000_000;
const user = { id: 7, name: 'Dana Reyes', role: 'admin', tokenExpiry: nowMs + 1 } as const;

describe('decideEntry', () => {
  it('[A-003, A-014] lets a hash go first, signed in or not', () => {
    expect(decideEntry({ hash: 'access_token=x', user: null, nowMs })).toBe('authenticated');
    expect(decideEntry({ hash: 'access_token=x', user, nowMs })).toBe('authenticated');
  });

  it('[A-004, A-013] renews the token of a stored user', () => {
    expect(decideEntry({ hash: '', user, nowMs })).toBe('renew');
  });

  it('[A-005, A-015] asks for a sign-in without a stored user', () => {
    expect(decideEntry({ hash: '', user: null, nowMs })).toBe('login');
  });

  it('[A-049] asks for a sign-in after an expired one', () => {
    expect(decideEntry({ hash: '', user: { ...user, tokenExpiry: nowMs }, nowMs })).toBe('login');
  });
});
