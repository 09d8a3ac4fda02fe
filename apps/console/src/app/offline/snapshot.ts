import type { Device } from '#/features/devices/store/device.ts';
import type { RunText } from '#/features/runs/runs.data.ts';

// What a browser keeps of the live map, to show it without the server: as little as map, table and cards need.

/** Older ones are of another form and are left alone. */
const FORM = 1;
/** What is older tells nothing of pigs and devices any more. */
export const KEPT_MS = 72 * 3600 * 1000;
const MOST_DEVICES = 10_000;
const MOST_RUN_CHARACTERS = 8_000_000;

export interface Snapshot {
  readonly form: typeof FORM;
  readonly userId: number;
  /** When the server was last heard, by this machine's clock, ms. */
  readonly savedAt: number;
  /** The server's clock less this machine's, ms. */
  readonly clockOffsetMs: number;
  readonly devices: readonly Device[];
  readonly runs: readonly RunText[];
}

const withoutPeople = new WeakMap<RunText, RunText>();

/** Whom a run notifies is left out. */
function leaveOutPeople(text: RunText): RunText {
  const known = withoutPeople.get(text);
  if (known) return known;
  const path = JSON.parse(text.pigPath) as Record<string, unknown>;
  const lean = { ...text, pigPath: JSON.stringify({ ...path, notifications: [] }) };
  withoutPeople.set(text, lean);
  return lean;
}

/** The first of them, as many as there is room for. */
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

/** What was kept, if it is this person's and not too old; null else. */
export function readSnapshot(kept: unknown, userId: number, nowMs: number): Snapshot | null {
  if (typeof kept !== 'object' || kept === null) return null;
  // Only this file writes it, and every form has its number.
  const snapshot = kept as Snapshot;
  const isHis = snapshot.form === FORM && snapshot.userId === userId;
  return isHis && nowMs - snapshot.savedAt < KEPT_MS ? snapshot : null;
}
