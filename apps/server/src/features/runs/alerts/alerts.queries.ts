import type { CompanyId, RunId, Uid, UserId } from '@waymark/domain/ids';
import { FLOOD_MS, type ToldCause } from '@waymark/domain/run/alerts/alerts-telling';
import type { AlertLimits, WatchedDevice } from '@waymark/domain/run/alerts/alerts';
import { sql, type SqlBool } from 'kysely';
import { writeArray } from '../../../platform/database/array-literal.ts';
import { countEscalationMessages } from '../../alerts/escalations.queries.ts';
import type { Reader } from '../../../platform/database/database.ts';

const HOUR_MS = 3_600_000;

const ofRuns = (runIds: readonly RunId[]) => sql<SqlBool>`run_id = any(${writeArray(runIds)}::bigint[])`;

/** When each cause that still holds began, by run and key. */
export async function listHeldCauses(
  { db }: Reader,
  runIds: readonly RunId[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>> {
  const rows = await db
    .selectFrom('pig_run_alerts')
    .select(['run_id', 'cause', 'began_at'])
    .where(ofRuns(runIds))
    .where('ended_at', 'is', null)
    .execute();
  const byRun = Map.groupBy(rows, ({ run_id: runId }) => runId);
  return new Map(
    [...byRun].map(([runId, held]) => [runId, new Map(held.map(({ cause, began_at: at }) => [cause, at.getTime()]))]),
  );
}

/** Notified causes by run: those that still hold, and all from the last hour (for the hourly limit). */
export async function listTold(
  { db }: Reader,
  runIds: readonly RunId[],
  now: number,
): Promise<ReadonlyMap<number, readonly ToldCause[]>> {
  const rows = await db
    .selectFrom('pig_run_alerts_told as told')
    .innerJoin('pig_run_alerts as alert', (join) =>
      join.onRef('alert.run_id', '=', 'told.run_id').onRef('alert.cause', '=', 'told.cause'),
    )
    .selectAll('told')
    .where(sql<SqlBool>`told.run_id = any(${writeArray(runIds)}::bigint[])`)
    .where((eb) => eb.or([eb('alert.ended_at', 'is', null), eb('told_at', '>', new Date(now - HOUR_MS))]))
    .execute();
  const byRun = Map.groupBy(rows, ({ run_id: runId }) => runId);
  return new Map(
    [...byRun].map(([runId, told]) => [
      runId,
      told.map(({ user_id: userId, cause: key, told_at: at, messages }) => ({
        userId,
        key,
        toldAt: at.getTime(),
        messages,
      })),
    ]),
  );
}

/** The messages about alerts that users got in the last minutes, of all runs. */
async function countMessages(
  { db }: Reader,
  userIds: readonly UserId[],
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('pig_run_alerts_told')
    .select('user_id')
    .select(sql<number>`sum(messages)::int`.as('messages'))
    .where(sql<SqlBool>`user_id = any(${writeArray(userIds)}::bigint[])`)
    .where('told_at', '>', new Date(now - FLOOD_MS))
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id: userId, messages }) => [userId, messages]));
}

/** Messages about alerts in the last minutes, those of escalations too. */
export async function countAllMessages(
  reader: Reader,
  userIds: readonly UserId[],
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const told = await countMessages(reader, userIds, now);
  const escalated = await countEscalationMessages(reader, userIds, now - FLOOD_MS);
  return new Map(userIds.map((id) => [id, (told.get(id) ?? 0) + (escalated.get(id) ?? 0)]));
}

/** A watched device and the company that it belongs to now. */
export type HeldDevice = WatchedDevice & { readonly groupId: CompanyId };

export async function listWatchedDevices(
  { db }: Reader,
  uids: readonly Uid[],
): Promise<ReadonlyMap<number, HeldDevice>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .selectFrom('device_states')
    .innerJoin('devices', 'devices.uid', 'device_states.uid')
    .select(['devices.uid', 'group_id', 'is_connected', 'expected_wakeup_at', 'heartbeat_at', 'battery_mv'])
    .select(['power_mode', 'schedule'])
    .where(sql<SqlBool>`devices.uid = any(${writeArray(uids)}::bigint[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.uid,
      {
        uid: row.uid,
        groupId: row.group_id,
        isConnected: row.is_connected,
        wakesAt: row.expected_wakeup_at?.getTime() ?? null,
        lastHeartbeatAt: row.heartbeat_at?.getTime() ?? null,
        batteryMv: row.battery_mv,
        powerMode: row.power_mode,
        schedule: row.schedule,
      },
    ]),
  );
}

/** The limits of these companies. */
export async function listAlertLimits(
  { db }: Reader,
  groupIds: readonly CompanyId[],
): Promise<ReadonlyMap<number, AlertLimits>> {
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'alert_unheard_minutes as unheardMinutes', 'alert_waiting_minutes as waitingMinutes'])
    .where(sql<SqlBool>`id = any(${writeArray(groupIds)}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, ...limits }) => [id, limits]));
}
