import { describe, expect, it } from 'vitest';
import { formatHandover, parseHandover, roleOfHandover } from './handover.ts';

const handover = {
  accessToken: 'a.b.c',
  scope: 'openid profile email admin:company',
  expiresInS: 3600,
  state: 'k P+4',
};

function makeToken(payload: object): string {
  return `e30.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c2ln`;
}

describe('the hash of /authenticated', () => {
  it('[A-006] parseHandover returns access token, scope and expiry unchanged', () => {
    expect(parseHandover(`#${formatHandover(handover)}`)).toEqual({ kind: 'token', handover });
  });

  it('formatHandover writes the hash as the identity provider would', () => {
    expect(formatHandover({ ...handover, state: null })).toBe(
      'access_token=a.b.c&scope=openid+profile+email+admin%3Acompany&expires_in=3600&token_type=Bearer',
    );
  });

  it('parseHandover reads a refusal', () => {
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
  ])('parseHandover returns nothing for %j', (hash) => {
    expect(parseHandover(hash)).toEqual({ kind: 'nothing' });
  });
});

describe('the role of a sign-in', () => {
  it("[A-050] the role comes from the token's own scope, whatever the scope in the address", () => {
    const accessToken = makeToken({ sub: '9', scope: 'openid user:company' });
    expect(roleOfHandover({ accessToken, scope: 'admin:propipe' })).toBe('viewer');
  });

  it('the role comes from the scope in the address if the token has none', () => {
    expect(roleOfHandover({ accessToken: 'opaque', scope: 'openid admin:propipe' })).toBe('superadmin');
    expect(roleOfHandover({ accessToken: makeToken({ sub: '9' }), scope: 'admin:company' })).toBe('admin');
  });

  it('the role is null without one of the three scopes', () => {
    expect(
      roleOfHandover({ accessToken: makeToken({ scope: 'openid profile email' }), scope: 'admin:propipe' }),
    ).toBeNull();
    expect(roleOfHandover({ accessToken: 'opaque', scope: '' })).toBeNull();
  });
});
