/** Bars of the signal icon; any signal shows at least two. */
export type SignalBars = 0 | 2 | 3 | 4 | 5;

/** Bars from the signal strength in dBm, which is negative; null: unknown. */
export function chooseSignalBars(dbm: number | null): SignalBars {
  if (dbm === null) return 0;
  if (dbm >= -80) return 5;
  if (dbm >= -90) return 4;
  // Exactly -100 is not above it.
  return dbm > -100 ? 3 : 2;
}
