import { roleOfScopes, type Role } from '@waymark/contract/roles';

/** The data of a sign-in in the hash of /authenticated. */
export interface Handover {
  readonly accessToken: string;
  readonly scope: string;
  readonly expiresInS: number;
  readonly state: string | null;
}
export type HandoverResult =
  | { readonly kind: 'token'; readonly handover: Handover }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'nothing' };

export function formatHandover({ accessToken, scope, expiresInS, state }: Handover): string {
  const fields = new URLSearchParams({
    access_token: accessToken,
    scope,
    expires_in: String(expiresInS),
    token_type: 'Bearer',
  });
  if (state !== null) fields.set('state', state);
  return fields.toString();
}

/** Parses a hash, with or without its #. A provider's refusal comes in the same form. */
export function parseHandover(hash: string): HandoverResult {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const error = fields.get('error');
  if (error !== null) return { kind: 'refused', code: error };
  const accessToken = fields.get('access_token') ?? '';
  const expiresInS = Number(fields.get('expires_in') ?? 0);
  if (accessToken === '' || !(expiresInS > 0)) return { kind: 'nothing' };
  const scope = fields.get('scope') ?? '';
  return { kind: 'token', handover: { accessToken, scope, expiresInS, state: fields.get('state') } };
}

function readTokenScope(accessToken: string): string | null {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { scope } = JSON.parse(atob(payload)) as { scope?: unknown };
    return typeof scope === 'string' ? scope : null;
  } catch {
    return null;
  }
}

/**
 * The role of a sign-in. The token's own scope counts, because the server verifies the token; the scope in the address
 * can be forged, and counts only for a token without one.
 */
export function roleOfHandover({ accessToken, scope }: Pick<Handover, 'accessToken' | 'scope'>): Role | null {
  return roleOfScopes(readTokenScope(accessToken) ?? scope);
}
