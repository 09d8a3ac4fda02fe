// Offsets and local texts of time zones. Instants are UTC milliseconds; a zone has its IANA name, such as America/Chicago.

export type Zone = string;
export const UTC: Zone = 'UTC';

const MINUTE_MS = 60_000;
/** Constructing a formatter takes longer than thirty uses of it. */
const formats = new Map<Zone, Intl.DateTimeFormat>();

function formatOf(zone: Zone): Intl.DateTimeFormat {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

const LONGEST_NAME = 64;

/** Offsets such as +05:00 are no zones here: they have no daylight saving time. */
export function isZone(name: string): boolean {
  if (name.length > LONGEST_NAME || !/^[A-Za-z]/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

const OFFSET = /GMT([+-])(\d{2}):(\d{2})/;

/** Minutes that local clocks are ahead of UTC at this time; 0 for an unknown zone. */
export function readOffset(at: number, zone: Zone): number {
  if (zone === UTC || !isZone(zone)) return 0;
  const [, sign, hours, minutes] = OFFSET.exec(formatOf(zone).format(at)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** "UTC-5", "UTC+5:45", "UTC+0"; ASCII, because another sign would double the length of a text message. */
export function writeOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** "UTC" or "UTC-5": the zone as it stands behind a time. */
export const writeZoneAt = (at: number, zone: Zone): string =>
  zone === UTC || !isZone(zone) ? UTC : writeOffset(readOffset(at, zone));

/** Milliseconds whose UTC text is the local text. */
export const toLocalMs = (at: number, zone: Zone): number => at + readOffset(at, zone) * MINUTE_MS;

/** The instants, earliest first, at which local clocks show this text: one, two in a repeated hour, none in a skipped one. */
export function listInstants(localMs: number, zone: Zone): readonly number[] {
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const offsets = new Set([readOffset(localMs - DAY_MS, zone), readOffset(localMs + DAY_MS, zone)]);
  return [...offsets]
    .map((offset) => localMs - offset * MINUTE_MS)
    .filter((at) => toLocalMs(at, zone) === localMs)
    .toSorted((one, other) => one - other);
}
