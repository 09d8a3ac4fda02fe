import { listTypesOfLink } from '@waymark/commands/commands';
import { NOTES } from '@waymark/commands/notes';
import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { LINK } from './deliveries.store.ts';

// Queries of the delivery loop before it changes anything.

/** The devices of the list with commands pending or in flight; null: all devices with pending commands. */
export async function listWaitingUids(reader: Reader, uids: readonly Uid[] | null): Promise<Uid[]> {
  const { rows } = await sql<{ uid: Uid }>`select distinct uid from commands
    where ${uids === null ? sql`state = 'queued'` : sql`state in ('queued', 'sent') and uid = any(${writeArray(uids)}::bigint[])`}
      and ${inCompany(reader.scope, 'commands.group_id')}`.execute(reader.db);
  return rows.map(({ uid }) => uid);
}

/** Whether commands are due to be sent again or have expired. */
export async function findDue(
  reader: Reader,
  now: number,
): Promise<{ readonly isDue: boolean; readonly isExpired: boolean }> {
  const at = new Date(now);
  const { rows } = await sql<{ is_due: boolean; is_expired: boolean }>`select
    exists(select from commands where state in ('queued', 'sent') and due_at <= ${at} and link = ${LINK.cellular}) as is_due,
    exists(select from commands where state in ('queued', 'sent') and expires_at <= ${at}) as is_expired`.execute(
    reader.db,
  );
  return { isDue: rows[0]?.is_due === true, isExpired: rows[0]?.is_expired === true };
}

/** Commands without an answer, the longest waiting first. */
export async function listUnanswered(reader: Reader, now: number, limit: number) {
  const rows = await reader.db
    .selectFrom('commands')
    .select(['id', 'uid', 'tries', 'due_at'])
    .where('state', '=', 'sent')
    .where('link', '=', LINK.cellular)
    .where('due_at', '<=', new Date(now))
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id, uid, tries, due_at: dueAt }) => ({ id, uid, tries, dueAt: dueAt?.getTime() ?? 0 }));
}

/** The devices that are connected by their last status. */
export async function listConnected(reader: Reader, uids: readonly Uid[]): Promise<number[]> {
  if (uids.length === 0) return [];
  const { rows } = await sql<{ uid: Uid }>`select uid from device_states
    where uid = any(${writeArray(uids)}::bigint[]) and is_connected and not is_iridium`.execute(reader.db);
  return rows.map(({ uid }) => uid);
}

/** Counts the commands that no device has accepted, by state. */
export async function countListedCommands(reader: Reader): Promise<Record<'queued' | 'sent' | 'rejected', number>> {
  const { rows } = await sql<{
    state: 'queued' | 'sent' | 'rejected';
    count: number;
  }>`select state, count(*) as count from commands
    where state in ('queued', 'sent', 'rejected') and ${inCompany(reader.scope, 'commands.group_id')} group by state`.execute(
    reader.db,
  );
  const counted = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  return { queued: 0, sent: 0, rejected: 0, ...counted };
}

// Pending work of the deliveries to satellite devices.

/** The reasons why a device cannot get commands, as the note of its next command. */
export const OBSTACLE = {
  gateway: NOTES.noGateway,
  imei: NOTES.noImei,
  key: NOTES.noKey,
} as const;

export interface SatelliteTask {
  readonly commandId: number;
  readonly uid: Uid;
  /** An obstacle that the note of the command does not state yet; null: the command can be sent. */
  readonly obstacle: string | null;
}

export interface SatelliteSearch {
  /** null: of all devices. */
  readonly uids: readonly Uid[] | null;
  readonly hasGateway: boolean;
  readonly now: number;
}

/** The next commands to send or to mark with an obstacle, and commands in flight that are overdue or on the wrong link. */
export async function listSatelliteTasks(
  reader: Reader,
  { uids, hasGateway, now }: SatelliteSearch,
): Promise<SatelliteTask[]> {
  const at = new Date(now);
  const isSelected = uids === null ? sql`true` : sql`c.uid = any(${writeArray(uids)}::bigint[])`;
  const { rows } = await sql<SatelliteTask>`
    select next.id as "commandId", next.uid, o.obstacle from (
      select distinct on (c.uid) c.id, c.uid, c.due_at, c.note from commands c
      where c.state = 'queued' and c.type = any(${listTypesOfLink('iridium')}::text[])
        and (c.expires_at is null or c.expires_at > ${at}) and ${isSelected} and ${inCompany(reader.scope, 'c.group_id')}
      order by c.uid, c.id) next
    join device_states s on s.uid = next.uid and s.is_iridium
    join devices d on d.uid = next.uid
    left join device_credentials k on k.uid = next.uid
    cross join lateral (select case when not ${hasGateway}::boolean then ${OBSTACLE.gateway} when d.imei is null then ${OBSTACLE.imei}
      when k.uid is null then ${OBSTACLE.key} end as obstacle) o
    where (next.due_at is null or next.due_at <= ${at}) and (o.obstacle is null or o.obstacle is distinct from next.note)
      and not exists (select from commands f where f.uid = next.uid and f.state = 'sent')
    union all
    select c.id, c.uid, null from commands c
    join device_states s on s.uid = c.uid
    where c.state = 'sent' and c.link = ${LINK.iridium} and (c.due_at <= ${at} or not s.is_iridium)
      and ${isSelected} and ${inCompany(reader.scope, 'c.group_id')}`.execute(reader.db);
  return rows;
}

/** The address of a device, and its command in flight that is overdue or on the wrong link. */
export async function findSatelliteTarget(reader: Reader, uid: Uid, now: number) {
  return reader.db
    .selectFrom('devices')
    .innerJoin('device_states', 'device_states.uid', 'devices.uid')
    .leftJoin('device_credentials', 'device_credentials.uid', 'devices.uid')
    .leftJoin('commands', (join) =>
      join
        .onRef('commands.uid', '=', 'devices.uid')
        .on('state', '=', 'sent')
        .on('link', '=', LINK.iridium)
        .on((eb) => eb.or([eb('due_at', '<=', new Date(now)), eb('is_iridium', '=', false)])),
    )
    .select([
      'imei',
      'is_iridium as isIridium',
      'power_mode as powerMode',
      'schedule',
      'message_key as messageKey',
      'commands.id as overdueId',
    ])
    .where('devices.uid', '=', uid)
    .where(inCompany(reader.scope, 'devices.group_id'))
    .executeTakeFirst();
}
export type SatelliteTarget = NonNullable<Awaited<ReturnType<typeof findSatelliteTarget>>>;
