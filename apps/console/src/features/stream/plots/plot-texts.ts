import { formatUtcMillisecond } from '@waymark/domain/time/utc';

const CLOCK_FROM = 11;

/** "23:25:11.402" */
export const formatClock = (at: number): string => formatUtcMillisecond(at).slice(CLOCK_FROM);

/** Uses the typographic minus sign. */
export const formatDb = (db: number): string => db.toFixed(0).replace('-', '\u2212');

export const formatSignal = (value: number): string => value.toFixed(3).replace('-', '\u2212');
