import { ROLES } from '@waymark/contract/roles';
import { describe, expect, it } from 'vitest';
import { decideEntry, mayEnter, pathOfRedirect } from './guards.ts';

const nowMs = 1_700_000_000_000;
const user = { id: 7, name: 'Dana Reyes', role: 'admin', tokenExpiry: nowMs + 1 } as const;

describe('on the way to a guarded screen', () => {
  it('[A-003] [A-014] a hash is handled first, signed in or not', () => {
    expect(decideEntry({ hash: 'access_token=x', user: null, nowMs })).toBe('authenticated');
    expect(decideEntry({ hash: 'access_token=x', user, nowMs })).toBe('authenticated');
  });

  it('[A-004] [A-013] a stored user renews the token', () => {
    expect(decideEntry({ hash: '', user, nowMs })).toBe('renew');
  });

  it('[A-005] [A-015] a missing user must sign in', () => {
    expect(decideEntry({ hash: '', user: null, nowMs })).toBe('login');
  });

  it('[A-049] an expired sign-in must sign in', () => {
    expect(decideEntry({ hash: '', user: { ...user, tokenExpiry: nowMs }, nowMs })).toBe('login');
  });
});

describe('who may enter', () => {
  it('all users may enter the map, only the superadmin user management', () => {
    expect(ROLES.filter((role) => mayEnter('home', role))).toEqual([...ROLES]);
    expect(ROLES.filter((role) => mayEnter('userManagement', role))).toEqual(['superadmin']);
  });
});

describe('the redirect after sign-in', () => {
  it.each([
    ['home', '/'],
    ['userManagement', '/users'],
    ['/users', '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['constructor', '/'],
    ['', '/'],
    [undefined, '/'],
    [null, '/'],
  ])('the redirect name %j leads to %s', (name, path) => {
    expect(pathOfRedirect(name)).toBe(path);
  });
});
