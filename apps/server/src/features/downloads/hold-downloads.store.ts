import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';

/** A download that is locked until the change ends. */
export interface HeldDownload {
  readonly id: number;
  readonly uid: Uid;
  readonly groupId: CompanyId;
  readonly sessionId: number | null;
  readonly kind: 'passages' | 'raw';
  readonly isSatellite: boolean;
  readonly isComplete: boolean;
  readonly isRefused: boolean;
  readonly isAccepted: boolean;
  readonly total: number | null;
  readonly asks: number;
  /** UTC milliseconds. */
  readonly startAt: number;
  readonly endAt: number;
  /** The session has ended, so missing packets are not requested again. */
  readonly isEnded: boolean;
}

interface Row {
  readonly command_id: number;
  readonly uid: Uid;
  readonly group_id: CompanyId;
  readonly session_id: number | null;
  readonly kind: 'passages' | 'raw';
  readonly is_satellite: boolean;
  readonly state: string;
  readonly refused_at: Date | null;
  readonly accepted_at: Date | null;
  readonly total: number | null;
  readonly asks: number;
  readonly start_at: Date;
  readonly end_at: Date;
  readonly is_ended: boolean;
}

function readHeld(row: Row): HeldDownload {
  return {
    id: row.command_id,
    uid: row.uid,
    groupId: row.group_id,
    sessionId: row.session_id,
    kind: row.kind,
    isSatellite: row.is_satellite,
    isComplete: row.state === 'DC',
    isRefused: row.refused_at !== null,
    isAccepted: row.accepted_at !== null,
    total: row.total,
    asks: row.asks,
    startAt: row.start_at.getTime(),
    endAt: row.end_at.getTime(),
    isEnded: row.is_ended,
  };
}

/** The condition that selects downloads, with alias d. */
type Which = ReturnType<typeof sql>;

async function holdWhere(change: Change, which: Which, isWaiting: boolean): Promise<HeldDownload[]> {
  const { rows } = await sql<Row>`
    select d.*, s.ended_at is not null as is_ended from downloads d left join download_sessions s on s.id = d.session_id
    where ${which} order by d.command_id for update of d ${isWaiting ? sql`` : sql`skip locked`}`.execute(change.db);
  return rows.map(readHeld);
}

export async function holdDownloads(change: Change, ids: readonly number[]): Promise<HeldDownload[]> {
  if (ids.length === 0) return [];
  return holdWhere(change, sql`d.command_id = any(${writeArray(ids)}::bigint[])`, true);
}

/** Locks the incomplete downloads of a session. */
export async function holdUnfinished(change: Change, sessionId: number): Promise<HeldDownload[]> {
  return holdWhere(change, sql`d.session_id = ${sessionId} and d.state <> 'DC'`, true);
}

/** Locks the due downloads; skips locked ones, because another change handles them. */
export async function holdDue(change: Change, now: number): Promise<HeldDownload[]> {
  return holdWhere(change, sql`d.due_at <= ${new Date(now)} and d.state <> 'DC'`, false);
}
