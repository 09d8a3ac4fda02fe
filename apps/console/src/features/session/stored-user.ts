import { ROLES, type Role } from '@waymark/contract/roles';

/** The part of a sign-in that the browser stores. The access token itself stays in memory. */
export interface StoredUser {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  /** ms since 1970; the sign-in is valid until then. */
  readonly tokenExpiry: number;
}

export const USER_KEY = 'waymark.user';

function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}

/** The stored user, or null if there is none or the text is invalid. */
export function parseStoredUser(text: string | null): StoredUser | null {
  if (text === null) return null;
  try {
    const { id, name, role, tokenExpiry } = JSON.parse(text) as Record<string, unknown>;
    if (typeof id !== 'number' || typeof name !== 'string' || typeof tokenExpiry !== 'number') return null;
    return isRole(role) ? { id, name, role, tokenExpiry } : null;
  } catch {
    return null;
  }
}

export function computeTokenExpiry(nowMs: number, expiresInS: number): number {
  return nowMs + expiresInS * 1000;
}

export function isExpired({ tokenExpiry }: Pick<StoredUser, 'tokenExpiry'>, nowMs: number): boolean {
  return tokenExpiry <= nowMs;
}
