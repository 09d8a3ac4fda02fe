import { parseUtc } from '@waymark/domain/time/utc';
import { markText } from '@waymark/domain/language/translate';

// Time ranges of downloads.

/** FileType of the raw recording. */
export const RAW_FILES = 3;
/** Maximum seconds of raw recording, and of offline files over satellite, per command. */
export const MOST_RAW_S = 120;
export const MOST_SATELLITE_S = 600;

export interface FileWindow {
  /** UTC milliseconds. */
  readonly startAt: number;
  readonly endAt: number;
}

/** null: invalid dates, or in the wrong order. */
export function readWindow(start: string, end: string): FileWindow | null {
  const [startAt, endAt] = [parseUtc(start), parseUtc(end)];
  if (!startAt.ok || !endAt.ok || startAt.value >= endAt.value) return null;
  return { startAt: startAt.value, endAt: endAt.value };
}

export type WindowFault = 'not-a-window' | 'window-too-long';

/** `mostS` null: any length. */
export function findWindowFault(start: string, end: string, mostS: number | null): WindowFault | null {
  const window = readWindow(start, end);
  if (window === null) return 'not-a-window';
  return mostS !== null && window.endAt - window.startAt > mostS * 1000 ? 'window-too-long' : null;
}

/** The messages of the form for firmware 10 and above, in the order in which they are checked. */
export function describeDownloadFault(start: string, end: string, isRaw: boolean): string | null {
  if (!parseUtc(start).ok) return markText('The specified start date/time is not valid.');
  if (!parseUtc(end).ok) return markText('The specified end date/time is not valid.');
  const fault = findWindowFault(start, end, isRaw ? MOST_RAW_S : null);
  if (fault === 'not-a-window') return markText('The specified start date/time must be before the end date/time.');
  return fault === null ? null : markText('A raw data download request is limited to a two minute maximum interval.');
}

/** The only message of the form for satellite devices. */
export function describeSatelliteWindowFault(start: string, end: string): string | null {
  return findWindowFault(start, end, MOST_SATELLITE_S) === null
    ? null
    : markText('The specified start date/time must be before the end date/time with a maximum interval of 10 minutes.');
}
