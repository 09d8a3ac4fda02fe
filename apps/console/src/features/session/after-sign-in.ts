const REDIRECT_KEY = 'waymark.redirect';

// The target after the sign-in, stored in this tab because an external provider leaves the page.

export function rememberRedirect(name: string | undefined): void {
  if (name === undefined) sessionStorage.removeItem(REDIRECT_KEY);
  else sessionStorage.setItem(REDIRECT_KEY, name);
}

export function takeRedirect(): string | null {
  const name = sessionStorage.getItem(REDIRECT_KEY);
  sessionStorage.removeItem(REDIRECT_KEY);
  return name;
}
