import { formatUtcSecond } from '@waymark/domain/time/utc';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';

export type ExportKind = 'Passage' | 'Heartbeat';

const DAY_LENGTH = 10;

/** H-048: "100234-Passage-2026-03-18.csv" */
export function nameExport(uid: number, kind: ExportKind, nowMs: number): string {
  return `${uid}-${kind}-${formatUtcSecond(nowMs).slice(0, DAY_LENGTH)}.csv`;
}

const LINE_FEED = 10;

/** The number of lines that end in this chunk. */
export function countLines(piece: Uint8Array): number {
  let count = 0;
  for (const byte of piece) if (byte === LINE_FEED) count++;
  return count;
}

/** The first line is the header. */
export function describeProgress(lines: number, total: number): string {
  const rows = Math.min(Math.max(0, lines - 1), total);
  return t('Exported {rows} of {total} rows', { rows: formatCount(rows), total: formatCount(total) });
}

/** From 0 to 1. */
export function findShare(lines: number, total: number): number {
  return total === 0 ? 0 : Math.min(Math.max(0, lines - 1) / total, 1);
}
