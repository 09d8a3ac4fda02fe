import type { AlertRow } from '@waymark/contract/alerts/alert-row';
import { acknowledge, close } from '@waymark/domain/alert/alert-life';
import type { UserId } from '@waymark/domain/ids';
import type { AlertLimits } from '@waymark/domain/run/alerts/alerts';
import type { Actor } from '../../platform/access/actor.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { listCompanyUsers } from '../users/users.queries.ts';
import { listAlertsById } from './alerts.queries.ts';
import { lockAlerts, setAssigned, storeLife, storeSteps, type Step } from './alerts.store.ts';
import { readLife, type StoredAlert } from './stored-life.ts';

const readerOf = ({ db, scope }: Change) => ({ db, scope });

/** An id that the caller may not see is one that does not exist. */
async function lockAll(change: Change, ids: readonly number[]): Promise<StoredAlert[]> {
  const wanted = [...new Set(ids)];
  const rows = await lockAlerts(change, wanted);
  if (rows.length < wanted.length) throw problem('alert-not-found');
  return rows;
}

interface Answer {
  readonly ids: readonly number[];
  readonly note: string;
}

export function acknowledgeAlerts(
  database: Database,
  origin: ChangeOrigin,
  { ids, note }: Answer,
  now: number,
): Promise<{ alerts: AlertRow[]; earlier: AlertRow[] }> {
  return database.change(origin, async (change) => {
    const { acknowledged, earlier } = await acknowledgeWithin(change, { ids, note }, now);
    return {
      alerts: await listAlertsById(readerOf(change), acknowledged),
      earlier: await listAlertsById(readerOf(change), earlier),
    };
  });
}

/** Acknowledges alerts as the user of the change. `earlier`: another user was first. */
export async function acknowledgeWithin(
  change: Change,
  { ids, note }: Answer,
  now: number,
): Promise<{ readonly acknowledged: readonly number[]; readonly earlier: readonly number[] }> {
  const { userId, userName: name } = change.origin;
  const by = { userId: userId ?? 0, name, at: now, note };
  const steps: Step[] = [];
  const earlier: number[] = [];
  for (const alert of await lockAll(change, ids)) {
    const result = acknowledge(readLife(alert), by);
    if (result.ok) {
      await storeLife(change, alert.id, result.value, now);
      steps.push({ alert, step: 'acknowledged', text: note });
    } else if (result.failure.code === 'acknowledged') earlier.push(alert.id);
  }
  await storeSteps(change, steps, now);
  return { acknowledged: steps.map(({ alert }) => alert.id), earlier };
}

export function closeAlerts(
  database: Database,
  origin: ChangeOrigin,
  { ids, note }: Answer,
  now: number,
): Promise<{ alerts: AlertRow[]; holding: number[] }> {
  return database.change(origin, async (change) => {
    const steps: Step[] = [];
    const holding: number[] = [];
    for (const alert of await lockAll(change, ids)) {
      const result = close(readLife(alert), now);
      if (result.ok) {
        await storeLife(change, alert.id, result.value, now);
        steps.push({ alert, step: 'closed', text: note });
      } else if (result.failure === 'holds') holding.push(alert.id);
    }
    await storeSteps(change, steps, now);
    const closed = steps.map(({ alert }) => alert.id);
    return { alerts: await listAlertsById(readerOf(change), closed), holding };
  });
}

async function readOne(change: Change, id: number): Promise<{ alert: AlertRow }> {
  const [alert] = await listAlertsById(readerOf(change), [id]);
  if (!alert) throw problem('alert-not-found');
  return { alert };
}

export function commentAlert(database: Database, origin: ChangeOrigin, id: number, text: string, now: number) {
  return database.change(origin, async (change) => {
    for (const alert of await lockAll(change, [id])) {
      await storeLife(change, id, readLife(alert), now);
      await storeSteps(change, [{ alert, step: 'commented', text }], now);
    }
    return readOne(change, id);
  });
}

/** `userId` null: no user. */
export function assignAlert(database: Database, origin: ChangeOrigin, id: number, userId: UserId | null, now: number) {
  return database.change(origin, async (change) => {
    for (const alert of await lockAll(change, [id])) {
      const users = await listCompanyUsers(readerOf(change), alert.group_id);
      const user = users.find((each) => each.id === userId);
      if (userId !== null && !user) throw problem('user-not-found');
      if (alert.assigned_to === userId) continue;
      await setAssigned(change, id, userId, now);
      await storeSteps(change, [{ alert, step: 'assigned', text: user?.name ?? '' }], now);
    }
    return readOne(change, id);
  });
}

export function saveLimits(
  database: Database,
  origin: ChangeOrigin,
  { groupId }: Actor,
  { unheardMinutes, waitingMinutes }: AlertLimits,
): Promise<AlertLimits> {
  if (groupId === null) throw problem('forbidden');
  const after = { alert_unheard_minutes: unheardMinutes, alert_waiting_minutes: waitingMinutes };
  return database.change(origin, async (change) => {
    const before = await change.db
      .selectFrom('groups')
      .select(['alert_unheard_minutes', 'alert_waiting_minutes'])
      .where('id', '=', groupId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await change.db.updateTable('groups').set(after).where('id', '=', groupId).execute();
    await change.audit({
      action: 'alert-limits-changed',
      objectType: 'group',
      objectId: groupId,
      groupId,
      before,
      after,
    });
    return { unheardMinutes, waitingMinutes };
  });
}
