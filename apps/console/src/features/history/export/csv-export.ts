import { formatUtcSecond } from '@waymark/domain/time/utc';

export type ExportKind = 'Passage' | 'Heartbeat';

const DAY_LENGTH = 10;

/** H-048, Q-039: "100234-Passage-2026-03-18.csv" */
export function nameExport(uid: number, kind: ExportKind, nowMs: number): string {
  return `${uid}-${kind}-${formatUtcSecond(nowMs).slice(0, DAY_LENGTH)}.csv`;
}

const LINE_FEED = 10;

/** How many lines end in this piece of a file. */
export function countLines(piece: Uint8Array): number {
  let count = 0;
  for (const byte of piece) if (byte === LINE_FEED) count++;
  return count;
}

/** Of the lines that have come the first is the head. */
export function describeProgress(lines: number, total: number): string {
  const rows = Math.min(Math.max(0, lines - 1), total);
  return `Exported ${rows.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows`;
}

/** From 0 to 1. */
export function findShare(lines: number, total: number): number {
  return total === 0 ? 0 : Math.min(Math.max(0, lines - 1) / total, 1);
}
