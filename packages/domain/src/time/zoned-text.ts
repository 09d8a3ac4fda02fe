import { inEnglish, type Translate } from '../language/translate.ts';
import { parseUtc } from './utc.ts';
import { toLocalMs, UTC, writeZoneAt, type Zone } from './zone.ts';

// Every time that people read, in the zone that they have chosen.

/** Parts of "YYYY-MM-DD HH:mm:ss.SSS". */
const FORMS = {
  second: [0, 19],
  millisecond: [0, 23],
  minute: [0, 16],
  day: [0, 10],
  'month-day': [5, 10],
  'month-minute': [5, 16],
  'month-second': [5, 19],
  clock: [11, 19],
  'clock-minute': [11, 16],
  'clock-millisecond': [11, 23],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;
export type TimeForm = keyof typeof FORMS;

/** The local text alone, for places that have the zone beside it. */
export function writeLocal(at: number, zone: Zone, form: TimeForm = 'second'): string {
  return new Date(toLocalMs(at, zone))
    .toISOString()
    .replace('T', ' ')
    .slice(...FORMS[form]);
}

/** "2026-03-18 08:12:44 UTC" or "2026-03-18 03:12:44 UTC-5" */
export const writeTime = (at: number, zone: Zone, form: TimeForm = 'second'): string =>
  `${writeLocal(at, zone, form)} ${writeZoneAt(at, zone)}`;

/** For columns and rows whose heading says UTC; in another zone each value has its offset, which changes with DST. */
export const writeCell = (at: number, zone: Zone, form: TimeForm = 'second'): string =>
  zone === UTC ? writeLocal(at, zone, form) : writeTime(at, zone, form);

/** "Sent (UTC)"; in another zone "Sent", because each value says it. */
export const headTimes = (label: string, zone: Zone): string => (zone === UTC ? `${label} (UTC)` : label);

/** The zone of an axis or a range: "UTC", "UTC-5", or "UTC-6 to UTC-5" where clocks change in between. */
export function writeZoneOfSpan(from: number, to: number, zone: Zone, t: Translate = inEnglish): string {
  const [first, last] = [writeZoneAt(from, zone), writeZoneAt(to, zone)];
  return first === last ? first : t('{from} to {to}', { from: first, to: last });
}

/** "2026-03-18 08:12:44 UTC (03:12:44 UTC-5)"; the date is repeated where it differs. */
export function writeBoth(at: number, zone: Zone): string {
  const utc = writeTime(at, UTC);
  if (zone === UTC) return utc;
  const isSameDay = writeLocal(at, UTC, 'day') === writeLocal(at, zone, 'day');
  return `${utc} (${writeTime(at, zone, isSameDay ? 'clock' : 'second')})`;
}

/** A UTC text of the wire, in the zone of the reader; a text that is no time stays as it is. */
export function writeTimeText(text: string, zone: Zone): string {
  const at = zone === UTC ? null : parseUtc(text);
  return at?.ok ? writeTime(at.value, zone, text.length > 19 ? 'millisecond' : 'second') : text;
}

/** The same with the zone, for places without a heading: "2026-03-18 08:12:44 UTC". */
export const writeUtcText = (text: string, zone: Zone): string =>
  zone === UTC ? `${text} UTC` : writeTimeText(text, zone);
