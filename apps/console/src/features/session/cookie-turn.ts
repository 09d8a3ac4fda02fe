const LOCK = 'waymark.renewal';

/** Serialises calls that replace or end the refresh cookie, across the tabs of this browser. */
export function takeCookieTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  // Pages without TLS have no locks: there the server's grace period for a repeated cookie must suffice.
  const locks = (navigator as { readonly locks?: LockManager }).locks;
  return locks ? locks.request(LOCK, work) : work();
}
