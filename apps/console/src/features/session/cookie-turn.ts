const LOCK = 'waymark.renewal';

/** Runs calls that replace or end the refresh cookie one after the other, across the tabs of this browser. */
export function takeCookieTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  // Plain http has no locks: there the server's grace for a repeated cookie has to do.
  const locks = (navigator as { readonly locks?: LockManager }).locks;
  return locks ? locks.request(LOCK, work) : work();
}
