let token: string | null = null;

/** Keeps the token of a mailed link once the address is clean of it; a reload of the page forgets it. */
export function keepLinkToken(hash: string): void {
  token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
}

export function readLinkToken(): string | null {
  return token;
}
