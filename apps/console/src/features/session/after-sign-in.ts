const REDIRECT_KEY = 'waymark.redirect';

// Where to go after the sign-in outlives the way through an external provider, in this tab.

export function rememberRedirect(name: string | undefined): void {
  if (name === undefined) sessionStorage.removeItem(REDIRECT_KEY);
  else sessionStorage.setItem(REDIRECT_KEY, name);
}

export function takeRedirect(): string | null {
  const name = sessionStorage.getItem(REDIRECT_KEY);
  sessionStorage.removeItem(REDIRECT_KEY);
  return name;
}
