import { create } from 'zustand';
import { readText, removeStored, writeJson } from '#/api/browser-storage.ts';
import { Slot } from '#/api/slot.ts';
import { parseStoredUser, USER_KEY, type StoredUser } from './stored-user.ts';

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
