import { roleOfScopes, type Role } from '@waymark/contract/roles';
import type * as contract from '@waymark/contract/routes/session';

// The console's client data for the identity provider. Copied from the contract and checked by type, because importing
// them would load the schemas.
export const CONSOLE_CLIENT_ID: typeof contract.CONSOLE_CLIENT_ID = 'waymark-console';
export const API_AUDIENCE: typeof contract.API_AUDIENCE = 'waymark-api';
export const PASSWORD_CONNECTION: typeof contract.PASSWORD_CONNECTION = 'Username-Password-Authentication';

/** An access token with the fields of its answer. */
export interface Token {
  readonly accessToken: string;
  readonly scope: string;
  readonly expiresInS: number;
}

/** The fields that an external sign-in passes to /authenticated in the hash of the address. */
export interface Handover extends Token {
  readonly state: string | null;
}
export type HandoverResult =
  | { readonly kind: 'token'; readonly handover: Handover }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'nothing' };

/** Reads a hash, with or without its #. It may carry a refusal of the provider instead. */
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
 * The role of a token. The server verifies the scope inside the token; the scope beside it, which anyone can write into
 * the address, counts only for a token without one.
 */
export function roleOfToken({ accessToken, scope }: Pick<Token, 'accessToken' | 'scope'>): Role | null {
  return roleOfScopes(readTokenScope(accessToken) ?? scope);
}
