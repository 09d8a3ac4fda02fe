import { create } from 'zustand';

interface PasswordLink {
  readonly token: string | null;
  /** Distinguishes links that are opened one after the other on the same page. */
  readonly arrival: number;
}

/** The token of the link in a message, kept in memory after the address is cleared; a reload of the page loses it. */
export const usePasswordLink = create<PasswordLink>()(() => ({ token: null, arrival: 0 }));

export function keepLinkToken(hash: string): void {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
  usePasswordLink.setState(({ arrival }) => ({ token, arrival: arrival + 1 }));
}
