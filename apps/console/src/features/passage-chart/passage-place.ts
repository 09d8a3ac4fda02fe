import type { ReplyAt } from '#/api/address.ts';

export type PassageRow = ReplyAt<'GET /apexagm/:uid/getPassageHistoricData'>['passageEventList'][number];

interface Found {
  readonly rows: readonly PassageRow[];
  readonly count: number;
}

export interface Around {
  /** From the passage's time on, the earliest first; includes all passages of the same time. */
  readonly newer: Found;
  /** Up to the passage's time, the latest first. */
  readonly older: Found;
  readonly total: number;
}

/** The position of a passage among its device's, newest first, as in the history. */
export interface Place {
  readonly row: PassageRow;
  /** 1-based. */
  readonly position: number;
  readonly total: number;
  /** The row above; null: this is the newest. */
  readonly newer: PassageRow | null;
  /** The row below; null: this is the oldest. */
  readonly older: PassageRow | null;
}

function hasRecord(row: PassageRow, passageId: number): boolean {
  return [row.passageId, row.elfId, row.geoId, row.magId].includes(passageId);
}

/** null: the passage is missing among its neighbours, because it was changed while they were loading. */
export function findPlace(passageId: number, { newer, older, total }: Around): Place | null {
  const after = newer.rows.findIndex((row) => hasRecord(row, passageId));
  const before = older.rows.findIndex((row) => hasRecord(row, passageId));
  const row = newer.rows[after];
  if (row === undefined || before < 0) return null;
  return {
    row,
    position: newer.count - after,
    total,
    newer: newer.rows[after + 1] ?? null,
    older: older.rows[before + 1] ?? null,
  };
}
