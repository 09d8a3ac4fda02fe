import type { Device } from '#/features/devices/store/device.ts';
import type { RunText } from '#/features/runs/runs.data.ts';

// The part of the live map that a browser stores to show it without the server: only what map, table and cards need.

/** Snapshots of another format are ignored. */
const FORM = 1;
/** An older snapshot is useless for locating pigs and devices. */
export const KEPT_MS = 72 * 3600 * 1000;
const MOST_DEVICES = 10_000;
const MOST_RUN_CHARACTERS = 8_000_000;

export interface Snapshot {
  readonly form: typeof FORM;
  readonly userId: number;
  /** The last time of a message from the server, by this machine's clock, ms. */
  readonly savedAt: number;
  /** The server's clock minus this machine's, ms. */
  readonly clockOffsetMs: number;
  readonly devices: readonly Device[];
  readonly runs: readonly RunText[];
}

const withoutPeople = new WeakMap<RunText, RunText>();

/** Removes the notified users. */
function leaveOutPeople(text: RunText): RunText {
  const known = withoutPeople.get(text);
  if (known) return known;
  const path = JSON.parse(text.pigPath) as Record<string, unknown>;
  const lean = { ...text, pigPath: JSON.stringify({ ...path, notifications: [] }) };
  withoutPeople.set(text, lean);
  return lean;
}

/** The first items up to the limit. */
function fitRuns(runs: readonly RunText[]): readonly RunText[] {
  let left = MOST_RUN_CHARACTERS;
  const fitting = runs.findIndex(({ pigPath, markers, passages }) => {
    left -= pigPath.length + markers.length + passages.length;
    return left < 0;
  });
  return fitting < 0 ? runs : runs.slice(0, fitting);
}

export function takeSnapshot({ devices, runs, ...known }: Omit<Snapshot, 'form'>): Snapshot {
  return {
    form: FORM,
    ...known,
    devices: devices.slice(0, MOST_DEVICES).map((device) => ({ ...device, imei: null })),
    runs: fitRuns(runs.map(leaveOutPeople)),
  };
}

/** The stored snapshot if it belongs to this user and is not too old; else null. */
export function readSnapshot(kept: unknown, userId: number, nowMs: number): Snapshot | null {
  if (typeof kept !== 'object' || kept === null) return null;
  // Only this file writes it, and each format has its number, so no validation is needed.
  const snapshot = kept as Snapshot;
  const isHis = snapshot.form === FORM && snapshot.userId === userId;
  return isHis && nowMs - snapshot.savedAt < KEPT_MS ? snapshot : null;
}
