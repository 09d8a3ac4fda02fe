import { create } from 'zustand';
import { readText, removeStored, writeText } from '#/api/browser-storage.ts';
import { callPublicApi } from '#/api/client.ts';
import { Timer } from '#/api/timer.ts';

const LOCK = 'waymark.renewal';

/** Serialises calls that replace or end the refresh cookie, across the tabs of this browser. */
export function takeCookieTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  // Pages without TLS have no locks: there the server's grace period for a repeated cookie must suffice.
  const locks = (navigator as { readonly locks?: LockManager }).locks;
  return locks ? locks.request(LOCK, work) : work();
}

export const SIGN_OUT_KEY = 'waymark.signOutPending';
const RETRY_MS = 15_000;

interface SignOutState {
  /** Why the last attempt failed; null while none is pending, or during the first one. */
  readonly obstacle: 'offline' | 'unreachable' | null;
  /** For a browser that stores nothing: pending until the page is left. */
  readonly isPendingHere: boolean;
}

/** The state of a pending sign-out, for the login screen. */
export const useSignOut = create<SignOutState>()(() => ({ obstacle: null, isPendingHere: false }));

const retry = new Timer();

/** The user has signed out and the server has not confirmed it: the refresh cookie may still be valid. */
export function isSignOutPending(): boolean {
  return useSignOut.getState().isPendingHere || readText(SIGN_OUT_KEY) !== null;
}

function markPending(): void {
  writeText(SIGN_OUT_KEY, 'yes');
  useSignOut.setState({ isPendingHere: readText(SIGN_OUT_KEY) === null });
}

function markComplete(): void {
  useSignOut.setState({ isPendingHere: false });
  removeStored(SIGN_OUT_KEY);
}

/** Ends the session of the refresh cookie if a sign-out is pending. Throws when the server does not confirm it. */
export async function completeSignOut(): Promise<void> {
  if (!isSignOutPending()) return;
  await takeCookieTurn(async () => {
    // Another tab may have completed it while this one waited.
    if (!isSignOutPending()) return;
    await callPublicApi('POST /oauth/logout');
    markComplete();
  });
}

/** Attempts a pending sign-out now, and again until the server confirms it. */
export async function repeatSignOut(): Promise<void> {
  retry.stop();
  try {
    await completeSignOut();
    useSignOut.setState({ obstacle: null });
  } catch {
    useSignOut.setState({ obstacle: navigator.onLine ? 'unreachable' : 'offline' });
    retry.start(repeatSignOut, RETRY_MS);
  }
}

/** Stores the sign-out for all tabs and reloads, until the server has confirmed it. */
export function beginSignOut(): void {
  markPending();
  void repeatSignOut();
}

/** Continues a sign-out from an earlier page or another tab. Called once, before the first screen. */
export function followSignOut(): void {
  window.addEventListener('online', () => void repeatSignOut());
  window.addEventListener('storage', ({ key }) => {
    if (key === SIGN_OUT_KEY || key === null) void repeatSignOut();
  });
  void repeatSignOut();
}
