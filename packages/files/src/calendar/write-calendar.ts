// iCalendar (RFC 5545): lines end in CRLF and are folded at 75 bytes, texts are escaped. Instants are UTC milliseconds.

export interface CalendarEvent {
  /** Unique in all calendars, and the same as long as the event is the same. */
  readonly uid: string;
  /** Grows with each change of the event. */
  readonly sequence: number;
  readonly startAt: number;
  readonly summary: string;
  readonly description: string;
  readonly place: { readonly lat: number; readonly lon: number };
  /** TENTATIVE: an estimate. CANCELLED: it no longer applies. */
  readonly status: 'TENTATIVE' | 'CANCELLED';
}

export interface Calendar {
  readonly name: string;
  readonly events: readonly CalendarEvent[];
}

const MOST_BYTES = 75;
const encoder = new TextEncoder();

/** Breaks a line before the character that would be the 76th byte; each further line begins with a blank. */
export function foldLine(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > MOST_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\t\v-\u{1F}\u{7F}]/gu;

export const escapeCalendarText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROLS, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

/** "20260318T081244Z" */
const writeInstant = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

const GEO_DECIMALS = 6;

function listEventLines({ uid, sequence, startAt, summary, description, place, status }: CalendarEvent, now: number) {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeCalendarText(uid)}`,
    `DTSTAMP:${writeInstant(now)}`,
    `SEQUENCE:${sequence}`,
    `STATUS:${status}`,
    `DTSTART:${writeInstant(startAt)}`,
    'TRANSP:TRANSPARENT',
    `SUMMARY:${escapeCalendarText(summary)}`,
    `DESCRIPTION:${escapeCalendarText(description)}`,
    `GEO:${place.lat.toFixed(GEO_DECIMALS)};${place.lon.toFixed(GEO_DECIMALS)}`,
    'END:VEVENT',
  ];
}

/** Asks programs to read again after this time; some do so once a day all the same. */
const REFRESH = 'PT15M';

export function writeCalendar({ name, events }: Calendar, now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Waymark//Arrival times//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeCalendarText(name)}`,
    `NAME:${escapeCalendarText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events.flatMap((event) => listEventLines(event, now)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
