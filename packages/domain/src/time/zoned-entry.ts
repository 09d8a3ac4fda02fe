import { fail, succeed, type Result } from '../result.ts';
import { parseTypedUtc } from './utc.ts';
import { listInstants, readOffset, UTC, writeOffset, type Zone } from './zone.ts';

// A time as a user types it, in their zone or with an offset: "2026-11-01 01:30:00", "2026-11-01 01:30:00 UTC-6".

export type TimeEntryFault =
  | { readonly code: 'not-a-date' | 'unknown-offset' }
  /** Clocks skip this time. */
  | { readonly code: 'skipped'; readonly zone: Zone }
  /** Clocks show this time twice; each offset names one of both. */
  | { readonly code: 'repeated'; readonly zone: Zone; readonly offsets: readonly string[] };

const SHAPE = /^([^A-Za-z+]*?)\s*(?:(Z|UTC)|(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?)?$/i;
const MINUTE_MS = 60_000;
const MOST_HOURS = 14;

/** Splits off the offset in minutes; null: none was typed. Only "UTC-5" and "-05:00" are offsets, not the "-18" of a date. */
function splitOffset(typed: string): { readonly text: string; readonly offset: number | null } | null {
  const text = typed.trim();
  if (/^[\d:\- ]*$/.test(text) && !/:\d{2}\s*[+-]\d{1,2}(:?\d{2})?$/.test(text)) return { text, offset: null };
  const [, rest, utc, sign, hours, minutes = '0'] = SHAPE.exec(text) ?? [];
  if (rest === undefined) return null;
  if (utc !== undefined) return { text: rest, offset: 0 };
  if (hours === undefined || Number(hours) > MOST_HOURS || Number(minutes) > 59) return null;
  return { text: rest, offset: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) };
}

/** Reads what a user typed as UTC milliseconds; a typed offset counts before the zone. */
export function parseTypedTime(typed: string, zone: Zone): Result<number, TimeEntryFault> {
  const split = splitOffset(typed);
  if (!split) return fail({ code: 'unknown-offset' });
  const local = parseTypedUtc(split.text);
  if (!local.ok) return fail({ code: 'not-a-date' });
  if (split.offset !== null) return succeed(local.value - split.offset * MINUTE_MS);
  if (zone === UTC) return local;
  const [at, ...others] = listInstants(local.value, zone);
  if (at === undefined) return fail({ code: 'skipped', zone });
  if (others.length === 0) return succeed(at);
  const offsets = [at, ...others].map((instant) => writeOffset(readOffset(instant, zone)));
  return fail({ code: 'repeated', zone, offsets });
}
