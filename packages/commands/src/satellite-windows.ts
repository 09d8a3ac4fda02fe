import { MOST_SATELLITE_S, type FileWindow } from './windows.ts';

const LONGEST_MS = MOST_SATELLITE_S * 1000;

/** Widens a window to whole seconds, the resolution of file names. */
export function widenToSeconds({ startAt, endAt }: FileWindow): FileWindow {
  return { startAt: Math.floor(startAt / 1000) * 1000, endAt: Math.ceil(endAt / 1000) * 1000 };
}

/** Ascending, separate windows of at most ten minutes that contain all these passages; `within` has whole seconds. */
export function listSatelliteWindows(passages: readonly number[], within: FileWindow): FileWindow[] {
  const windows: FileWindow[] = [];
  for (const at of passages.toSorted((one, other) => one - other)) {
    const coveredUntil = windows.at(-1)?.endAt ?? -Infinity;
    if (at < within.startAt || at > within.endAt || at <= coveredUntil) continue;
    const middle = Math.floor(at / 1000) * 1000;
    const startAt = Math.max(middle - LONGEST_MS / 2, within.startAt, coveredUntil);
    windows.push({ startAt, endAt: Math.min(startAt + LONGEST_MS, within.endAt) });
  }
  return windows;
}
