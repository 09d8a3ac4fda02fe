const STATE_KEY = 'waymark.signInState';
const REDIRECT_KEY = 'waymark.redirect';

// The way to an external provider and back leaves the page. This tab remembers that it started the sign-in, and the
// screen to open afterwards.

/** Creates the value that only this tab knows; the provider returns it with the sign-in. */
export function beginTrip(redirect: string | undefined): string {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  sessionStorage.setItem(STATE_KEY, state);
  if (redirect === undefined) sessionStorage.removeItem(REDIRECT_KEY);
  else sessionStorage.setItem(REDIRECT_KEY, redirect);
  return state;
}

/** Whether this tab started the sign-in; true at most once. */
export function isOwnTrip(state: string | null): boolean {
  const own = sessionStorage.getItem(STATE_KEY);
  sessionStorage.removeItem(STATE_KEY);
  return own !== null && own === state;
}

export function takeRedirect(): string | null {
  const name = sessionStorage.getItem(REDIRECT_KEY);
  sessionStorage.removeItem(REDIRECT_KEY);
  return name;
}
