import { listTroubleAhead, type Trouble } from '@waymark/domain/run/alerts/trouble-ahead';
import { findNextArrival } from '@waymark/domain/run/estimate/due';
import { RUN_STATUSES, judgeStatus, type RunStatus } from '@waymark/domain/run/estimate/status';
import type { Device } from '#/features/devices/store/device.ts';
import { toWatched } from '#/features/devices/watched-device.ts';
import { countToVerify } from '#/features/runs/to-verify.ts';
import { knowTracked, outlookOf, type TrackedRun } from '#/features/runs/tracked-run.ts';
import { t } from '#/language/t.ts';
import type { SortDirection } from '#/ui/table/SortHeader.tsx';

// The rows of the board: what is known of each run at one time, sorted and filtered.

export interface BoardRow {
  readonly tracked: TrackedRun;
  readonly status: RunStatus;
  /** null: unknown, or the user sees one company only. */
  readonly company: string | null;
  /** UTC milliseconds, as all times here. */
  readonly heardAt: number | null;
  /** The expected time at the next marker. */
  readonly nextAt: number | null;
  /** 0: not overdue. */
  readonly overdueMs: number;
  readonly unverified: number;
  readonly trouble: readonly Trouble[];
}

export const BOARD_COLUMNS = [
  { id: 'pig', label: t('Pig') },
  { id: 'path', label: t('Path') },
  { id: 'company', label: t('Company') },
  { id: 'progress', label: t('Progress') },
  { id: 'heard', label: t('Last heard') },
  { id: 'next', label: t('Next marker') },
  { id: 'state', label: t('State') },
  { id: 'overdue', label: t('Overdue by') },
  { id: 'unverified', label: t('Unverified') },
  { id: 'trouble', label: t('AGMs ahead') },
] as const;
export type BoardColumn = (typeof BOARD_COLUMNS)[number]['id'];

export interface BoardOrder {
  readonly column: BoardColumn;
  readonly direction: SortDirection;
}

/** The gravest state first. */
export const FIRST_ORDER: BoardOrder = { column: 'state', direction: 'asc' };

interface Known {
  readonly getDevice: (uid: number) => Device | undefined;
  readonly companies: ReadonlyMap<number, string> | null;
}

export function readRow(tracked: TrackedRun, { getDevice, companies }: Known, now: number): BoardRow {
  const outlook = outlookOf(tracked);
  const knowledge = knowTracked(tracked, now);
  const get = (uid: number) => {
    const device = getDevice(uid);
    return device && toWatched(device);
  };
  return {
    tracked,
    status: judgeStatus(outlook, knowledge, now),
    company: companies?.get(tracked.run.groupId) ?? null,
    heardAt: knowledge.lastHeard?.at ?? null,
    nextAt: findNextArrival(outlook, now)?.expectedAt ?? null,
    overdueMs: knowledge.overdue ? now - knowledge.overdue.expectedAt : 0,
    unverified: countToVerify(tracked.run),
    trouble: listTroubleAhead(outlook, get, now),
  };
}

function sortKeyOf({ tracked, ...row }: BoardRow, column: BoardColumn): string | number | null {
  switch (column) {
    case 'pig':
      return tracked.run.pig.toLowerCase();
    case 'path':
      return tracked.run.path.name.toLowerCase();
    case 'company':
      return row.company?.toLowerCase() ?? null;
    case 'progress':
      return tracked.course.lengthM > 0 ? (tracked.reckoning.base?.distanceM ?? 0) / tracked.course.lengthM : 0;
    case 'heard':
      return row.heardAt;
    case 'next':
      return row.nextAt;
    case 'state':
      return RUN_STATUSES.indexOf(row.status);
    case 'overdue':
      return row.overdueMs;
    case 'unverified':
      return row.unverified;
    case 'trouble':
      return row.trouble.length;
  }
}

/** Columns of figures of which the largest matter most. */
const LARGEST_FIRST: readonly BoardColumn[] = ['progress', 'heard', 'overdue', 'unverified', 'trouble'];

/** A click on the head of the sorted column turns the order. */
export function turnOrder({ column, direction }: BoardOrder, clicked: BoardColumn): BoardOrder {
  if (column === clicked) return { column, direction: direction === 'asc' ? 'desc' : 'asc' };
  return { column: clicked, direction: LARGEST_FIRST.includes(clicked) ? 'desc' : 'asc' };
}

/** Unknown values come last in both directions. */
function compareKeys(one: string | number | null, other: string | number | null, sign: number): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -sign : sign;
}

/** Pinned runs first, then the order; equal rows by the time of the next marker, then by number. */
export function sortRows(
  rows: readonly BoardRow[],
  { column, direction }: BoardOrder,
  pinned: ReadonlySet<number>,
): readonly BoardRow[] {
  const sign = direction === 'asc' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: sortKeyOf(row, column), isPinned: pinned.has(row.tracked.run.runId) }));
  return keyed
    .toSorted(
      (one, other) =>
        Number(other.isPinned) - Number(one.isPinned) ||
        compareKeys(one.key, other.key, sign) ||
        compareKeys(one.row.nextAt, other.row.nextAt, 1) ||
        one.row.tracked.run.runId - other.row.tracked.run.runId,
    )
    .map(({ row }) => row);
}

export interface BoardFilter {
  readonly text: string;
  /** Empty: all. */
  readonly statuses: ReadonlySet<RunStatus>;
}

/** Searches pig, path, number and company. */
function matchesText({ tracked: { run }, company }: BoardRow, text: string): boolean {
  return `${run.pig} ${run.path.name} ${run.runId} ${company ?? ''}`.toLowerCase().includes(text.trim().toLowerCase());
}

export const filterRows = (rows: readonly BoardRow[], { text, statuses }: BoardFilter): readonly BoardRow[] =>
  rows.filter((row) => (statuses.size === 0 || statuses.has(row.status)) && matchesText(row, text));

/** The states that occur, the gravest first, with their numbers; a chosen one stays although no run has it. */
export function countStatuses(
  rows: readonly BoardRow[],
  chosen: ReadonlySet<RunStatus>,
): readonly (readonly [RunStatus, number])[] {
  const groups = Map.groupBy(rows, ({ status }) => status);
  return RUN_STATUSES.flatMap((status): (readonly [RunStatus, number])[] => {
    const count = groups.get(status)?.length ?? 0;
    return count > 0 || chosen.has(status) ? [[status, count]] : [];
  });
}

const TROUBLE_WORDS = { offline: t('offline'), asleep: t('asleep'), battery: t('low battery') } as const;

const nameTrouble = ({ markerName, kind }: Trouble) => `${markerName} ${TROUBLE_WORDS[kind]}`;

/** "AGM 07 offline", "AGM 07 offline and 2 more" */
export function describeTrouble(trouble: readonly Trouble[]): string {
  const [first] = trouble;
  if (!first) return '';
  return trouble.length === 1
    ? nameTrouble(first)
    : t('{names} and {number} more', { names: nameTrouble(first), number: trouble.length - 1 });
}

/** All of it, for the tooltip. */
export const listTroubleWords = (trouble: readonly Trouble[]): string =>
  trouble.map(({ uid, ...each }) => `${nameTrouble({ uid, ...each })} (${uid})`).join(', ');

/** "38 min ago", "2 h 05 min ago", "3 days ago" */
export function formatAgo(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return t('{minutes} min ago', { minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? t('{hours} h {minutes} min ago', { hours, minutes: String(minutes % 60).padStart(2, '0') })
    : t('{number} days ago', { number: Math.floor(hours / 24) });
}

/** "12 of 300 runs" */
export const describeShown = (shown: number, all: number): string =>
  shown === all
    ? t('{count} run|{count} runs', { count: all })
    : t('{shown} of {count} run|{shown} of {count} runs', { shown, count: all });

/** The rows to render: those in sight and a few beyond both edges. */
export interface RowWindow {
  readonly from: number;
  readonly to: number;
}

const BEYOND = 6;

export function findRowWindow(scrollTop: number, height: number, rowPx: number, count: number): RowWindow {
  const from = Math.max(0, Math.min(count, Math.floor(scrollTop / rowPx)) - BEYOND);
  return { from, to: Math.min(count, Math.ceil((scrollTop + height) / rowPx) + BEYOND) };
}
