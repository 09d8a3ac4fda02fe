import type { ShiftEntry } from '@waymark/contract/shift/shift-entry';
import type { Uid } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';

// Commands that were rejected or expired: no user does that, so the audit trail has no line of it.

export interface OutcomeRow {
  readonly id: number;
  readonly at: Date;
  readonly group_id: number;
  readonly state: 'rejected' | 'expired';
  readonly detail: string | null;
  readonly uid: Uid;
  readonly type: string;
}

export const toOutcomeEntry = ({ id, at, group_id: groupId, state, detail, uid, type }: OutcomeRow): ShiftEntry => ({
  key: `command ${id}`,
  groupId,
  at: formatUtcSecond(at.getTime()),
  kind: 'command',
  action: `command-${state}`,
  text: detail ?? '',
  alertWords: null,
  author: null,
  runId: null,
  runName: null,
  pig: null,
  uid,
  markerName: null,
  alertId: null,
  alertKind: null,
  passages: [],
  command: type,
  devices: null,
  span: null,
  handoverId: null,
  noteId: null,
  corrects: null,
  correctedBy: [],
  files: [],
});
