const STATE_KEY = 'waymark.signInState';

/** A random value known to this tab only, sent with a sign-in and returned by it. */
export function createSignInState(): string {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  sessionStorage.setItem(STATE_KEY, state);
  return state;
}

/** Whether this tab started the sign-in; valid once. */
export function redeemSignInState(state: string | null): boolean {
  const own = sessionStorage.getItem(STATE_KEY);
  sessionStorage.removeItem(STATE_KEY);
  return own !== null && own === state;
}
