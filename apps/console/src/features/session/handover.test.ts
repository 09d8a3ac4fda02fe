import { describe, expect, it } from 'vitest';
import { parseHandover, roleOfToken } from './handover.ts';

function makeToken(payload: object): string {
  return `e30.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c2ln`;
}

describe('parseHandover', () => {
  it('[A-006] reads access token, scope, expiry and state', () => {
    const hash =
      '#access_token=a.b.c&scope=openid+profile+email+admin%3Acompany&expires_in=3600&token_type=Bearer&state=k+P%2B4';
    expect(parseHandover(hash)).toEqual({
      kind: 'token',
      handover: { accessToken: 'a.b.c', scope: 'openid profile email admin:company', expiresInS: 3600, state: 'k P+4' },
    });
  });

  it('reads a refusal of the provider', () => {
    expect(parseHandover('#error=access_denied&error_description=Not%20yours')).toEqual({
      kind: 'refused',
      code: 'access_denied',
    });
  });

  it.each([
    '',
    '#',
    '#top',
    '#access_token=',
    '#access_token=x',
    '#access_token=x&expires_in=soon',
    '#access_token=x&expires_in=-1',
  ])('finds nothing in %j', (hash) => {
    expect(parseHandover(hash)).toEqual({ kind: 'nothing' });
  });
});

describe('roleOfToken', () => {
  it('[A-050] prefers the scope inside the token to the scope beside it', () => {
    const accessToken = makeToken({ sub: '9', scope: 'openid user:company' });
    expect(roleOfToken({ accessToken, scope: 'admin:propipe' })).toBe('viewer');
  });

  it('uses the scope beside a token without one', () => {
    expect(roleOfToken({ accessToken: 'opaque', scope: 'openid admin:propipe' })).toBe('superadmin');
    expect(roleOfToken({ accessToken: makeToken({ sub: '9' }), scope: 'admin:company' })).toBe('admin');
  });

  it('finds no role without one of the three scopes', () => {
    expect(
      roleOfToken({ accessToken: makeToken({ scope: 'openid profile email' }), scope: 'admin:propipe' }),
    ).toBeNull();
    expect(roleOfToken({ accessToken: 'opaque', scope: '' })).toBeNull();
  });
});
