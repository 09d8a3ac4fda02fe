import { create } from 'zustand';
import { readText, removeStored, writeJson } from '#/api/browser-storage.ts';
import { Slot } from '#/api/slot.ts';
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

type GuardDecision = 'authenticated' | 'renew' | 'login';

interface Arrival {
  readonly hash: string;
  readonly user: StoredUser | null;
  readonly nowMs: number;
}

/**
 * Decides what happens before a screen behind the sign-in opens: a hash carries a sign-in to accept, a stored user whose
 * sign-in has not expired gets it renewed, everyone else signs in first.
 */
export function decideEntry({ hash, user, nowMs }: Arrival): GuardDecision {
  if (hash !== '') return 'authenticated';
  return user && !isExpired(user, nowMs) ? 'renew' : 'login';
}

/** Why the last session ended, for the login screen; null after the user's own logout. */
export type SessionEnd = 'signed-out' | 'password-changed' | 'account-changed' | 'expired';

interface SessionState {
  readonly user: StoredUser | null;
  readonly end: SessionEnd | null;
}

interface HeldToken {
  readonly token: string;
  readonly receivedAt: number;
  readonly expiresAt: number;
}

/** The signed-in user, as stored in the browser. */
export const useSession = create<SessionState>()(() => ({ user: parseStoredUser(readText(USER_KEY)), end: null }));

// In memory only, so that scripts cannot find a token in the browser's storage.
const held = new Slot<HeldToken | null>(null);
const tokenListeners = new Set<(token: string) => void>();

export function readHeldToken(): HeldToken | null {
  return held.get();
}

export function holdSession(user: StoredUser, token: HeldToken): void {
  held.put(token);
  writeJson(USER_KEY, user);
  useSession.setState({ user, end: null });
  for (const listener of tokenListeners) listener(token.token);
}

export function forgetSession(end: SessionEnd | null): void {
  held.put(null);
  removeStored(USER_KEY);
  useSession.setState({ user: null, end });
}

/** Called with each new access token; returns a function that unsubscribes. */
export function onNewToken(listener: (token: string) => void): () => void {
  tokenListeners.add(listener);
  return () => tokenListeners.delete(listener);
}
