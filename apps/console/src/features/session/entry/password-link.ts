import { create } from 'zustand';

interface PasswordLink {
  readonly token: string | null;
  /** Tells one link from the next that is opened on the same page. */
  readonly arrival: number;
}

/** The token of a mailed link, kept here once the address is clean of it; a reload of the page forgets it. */
export const usePasswordLink = create<PasswordLink>()(() => ({ token: null, arrival: 0 }));

export function keepLinkToken(hash: string): void {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
  usePasswordLink.setState(({ arrival }) => ({ token, arrival: arrival + 1 }));
}
