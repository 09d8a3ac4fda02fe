import { LOCALE } from './t.ts';

const whole = new Intl.NumberFormat(LOCALE);
const byDecimals = new Map<number, Intl.NumberFormat>();

/** "1,204": a whole number of the page's language. */
export const formatCount = (count: number): string => whole.format(count);

/** "8.62": as `toFixed`, with the decimal sign of the page's language. */
export function formatFixed(value: number, decimals: number): string {
  const known = byDecimals.get(decimals) ?? makeFixed(decimals);
  byDecimals.set(decimals, known);
  return known.format(value);
}

function makeFixed(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
}
