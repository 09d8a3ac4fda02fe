import { UTC, type Zone } from './zone.ts';

// Apart from the zones themselves, because the console needs it before the map.

/** The zone in which a user reads times: UTC, their own, or that of the line to which a time belongs. */
export const TIMES_CHOICES = ['utc', 'mine', 'line'] as const;
export type TimesChoice = (typeof TIMES_CHOICES)[number];
/** The zone of the documents. */
export const DEFAULT_TIMES: TimesChoice = 'utc';

export interface TimesReader {
  readonly times: TimesChoice;
  /** Their own zone; null: not known, which means UTC. */
  readonly timeZone: Zone | null;
}

/** Times that belong to no line are in UTC for a user who has chosen the line's zone. */
export function chooseZone({ times, timeZone }: TimesReader, lineZone: Zone | null | undefined): Zone {
  const zone = times === 'utc' ? UTC : times === 'mine' ? timeZone : lineZone;
  return zone ?? UTC;
}
