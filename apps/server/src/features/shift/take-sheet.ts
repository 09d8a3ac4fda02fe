import type { AlertRow } from '@waymark/contract/alerts/alert-row';
import type { CompanyId } from '@waymark/domain/ids';
import type { Run } from '@waymark/domain/run/run';
import type { HandoverSheet, Listed, SheetAlert, SheetCommand, SheetSilence } from '@waymark/domain/shift/handover';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import { listOpenAlerts } from '../alerts/alerts.queries.ts';
import { listRuns } from '../runs/runs.queries.ts';
import { listSilences } from '../silences/silences.queries.ts';
import { findLastAcceptedTaking } from './handovers.queries.ts';
import { listNotesSince } from './notes.queries.ts';
import { listTroubles } from './sheet-devices.ts';
import { describeRun } from './sheet-runs.ts';

/** Rows of a section that a sheet has room for. */
const MOST_ROWS = 300;

const list = <Row>(rows: readonly Row[], total = rows.length): Listed<Row> => ({
  rows: rows.slice(0, MOST_ROWS),
  total,
});

const toSheetAlert = (alert: AlertRow): SheetAlert => ({
  id: alert.id,
  kind: alert.kind,
  runId: alert.runId,
  runName: alert.runName,
  pig: alert.pig,
  markerName: alert.markerName,
  uid: alert.uid,
  words: alert.words,
  translations: alert.translations,
  raisedAt: alert.lastRaisedAt,
  endedAt: alert.endedAt,
  acknowledged: alert.acknowledged && {
    name: alert.acknowledged.name,
    at: alert.acknowledged.at,
    note: alert.acknowledged.note,
  },
  assignedTo: alert.assigned?.name ?? null,
});

async function listInForce(reader: Reader, now: number): Promise<SheetSilence[]> {
  const at = formatUtcSecond(now);
  const silences = await listSilences(reader, now);
  return silences
    .filter(({ from }) => from <= at)
    .map(({ id, pathName, markerName, uid, kind, until, reason, addedBy }) => ({
      id,
      pathName,
      markerName,
      uid,
      kind,
      until,
      reason,
      addedBy,
    }));
}

async function listUnderWay({ db, scope }: Reader, groupId: CompanyId): Promise<SheetCommand[]> {
  const rows = await db
    .selectFrom('commands')
    .select(['id', 'uid', 'type', 'state', 'queued_at', 'user_name'])
    .where('group_id', '=', groupId)
    .where('state', 'in', ['queued', 'sent'])
    .where(inCompany(scope, 'commands.group_id'))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    type: row.type,
    state: row.state === 'sent' ? 'sent' : 'queued',
    queuedAt: formatUtcSecond(row.queued_at.getTime()),
    queuedBy: row.user_name,
  }));
}

/** Computing the estimates of many runs gives way to other work. */
async function describeRuns(runs: readonly Run[], now: number) {
  const described = [];
  for (const run of runs.slice(0, MOST_ROWS)) {
    described.push(describeRun(run, now));
    await nextTurn();
  }
  return list(described, runs.length);
}

/** Takes the state of the reader's company at this instant. */
export async function takeSheet(reader: Reader, groupId: CompanyId, now: number): Promise<HandoverSheet> {
  const since = await findLastAcceptedTaking(reader, groupId);
  const [{ alerts, total }, runs, silences, commands, notes] = await Promise.all([
    listOpenAlerts(reader),
    listRuns(reader, { active: true }),
    listInForce(reader, now),
    listUnderWay(reader, groupId),
    listNotesSince(reader, groupId, since, MOST_ROWS),
  ]);
  return {
    takenAt: formatUtcSecond(now),
    since: since && formatUtcSecond(since.getTime()),
    alerts: list(alerts.map(toSheetAlert), total),
    runs: await describeRuns(runs, now),
    silences: list(silences),
    commands: list(commands),
    devices: list(await listTroubles(reader, groupId, runs, now)),
    notes,
  };
}
