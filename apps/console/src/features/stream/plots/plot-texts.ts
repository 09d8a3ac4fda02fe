import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeLocal } from '@waymark/domain/time/zoned-text';

/** "23:25:11.402" */
export const formatClock = (at: number, zone: Zone = UTC): string => writeLocal(at, zone, 'clock-millisecond');

/** Uses the typographic minus sign. */
export const formatDb = (db: number): string => db.toFixed(0).replace('-', '\u2212');

export const formatSignal = (value: number): string => value.toFixed(3).replace('-', '\u2212');
