import { stateOf, type AlertLife } from '@waymark/domain/alert/alert-life';
import type { PathId } from '@waymark/domain/ids';
import type { AlertRow } from '@waymark/contract/alerts/alert-row';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Selectable } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

export type StoredAlert = Selectable<Tables['alerts']>;

/** With the names that belong to its ids. */
export type NamedAlert = StoredAlert & {
  readonly pig: string | null;
  readonly path_id: PathId | null;
  readonly run_name: string | null;
  readonly assigned_name: string | null;
};

const toTime = (at: Date | null) => at?.getTime() ?? null;
const toDate = (at: number | null) => (at === null ? null : new Date(at));
const toText = (at: Date | null) => at && formatUtcSecond(at.getTime());

export function readLife(row: StoredAlert): AlertLife {
  const { acknowledged_at: at, acknowledged_by: userId, acknowledged_name: name, note } = row;
  return {
    kind: row.kind,
    raisedAt: row.raised_at.getTime(),
    lastRaisedAt: row.last_raised_at.getTime(),
    count: row.count,
    notifiedAt: toTime(row.notified_at),
    acknowledged: at && userId !== null ? { userId, name: name ?? '', at: at.getTime(), note: note ?? '' } : null,
    endedAt: toTime(row.ended_at),
    closedAt: toTime(row.closed_at),
  };
}

export function writeLife({ kind, raisedAt, lastRaisedAt, count, acknowledged, ...life }: AlertLife) {
  return {
    kind,
    raised_at: new Date(raisedAt),
    last_raised_at: new Date(lastRaisedAt),
    count,
    notified_at: toDate(life.notifiedAt),
    acknowledged_at: toDate(acknowledged?.at ?? null),
    acknowledged_by: acknowledged?.userId ?? null,
    acknowledged_name: acknowledged?.name ?? null,
    note: acknowledged?.note ?? null,
    ended_at: toDate(life.endedAt),
    closed_at: toDate(life.closedAt),
  };
}

export function writeAlert(row: NamedAlert, nextEscalation: AlertRow['nextEscalation']): AlertRow {
  const life = readLife(row);
  const { acknowledged } = life;
  return {
    id: row.id,
    groupId: row.group_id,
    runId: row.run_id,
    pathId: row.path_id,
    runName: row.run_name,
    pig: row.pig,
    kind: row.kind,
    state: stateOf(life),
    markerName: row.marker_name,
    uid: row.uid,
    words: { us: row.words_us, metric: row.words_metric },
    translations: row.translations,
    raisedAt: formatUtcSecond(life.raisedAt),
    lastRaisedAt: formatUtcSecond(life.lastRaisedAt),
    count: row.count,
    notifiedAt: toText(row.notified_at),
    acknowledged: acknowledged && { ...acknowledged, at: formatUtcSecond(acknowledged.at) },
    assigned: row.assigned_to === null ? null : { userId: row.assigned_to, name: row.assigned_name ?? '' },
    endedAt: toText(row.ended_at),
    closedAt: toText(row.closed_at),
    nextEscalation,
  };
}
