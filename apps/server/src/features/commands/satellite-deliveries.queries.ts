import { listTypesOfLink } from '@waymark/commands/commands';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { LINK } from './deliveries.store.ts';

// Pending work of the deliveries to satellite devices.

/** The reasons why a device cannot get commands, as the note of its next command. */
export const OBSTACLE = {
  gateway: 'It waits: no satellite gateway is configured.',
  imei: 'It waits: the device has no IMEI.',
  key: 'It waits: the device has no message key.',
} as const;

export interface SatelliteTask {
  readonly commandId: number;
  readonly uid: number;
  /** An obstacle that the note of the command does not state yet; null: the command can be sent. */
  readonly obstacle: string | null;
}

export interface SatelliteSearch {
  /** null: of all devices. */
  readonly uids: readonly number[] | null;
  readonly hasGateway: boolean;
  readonly now: number;
}

/** The next commands to send or to mark with an obstacle, and commands in flight that are overdue or on the wrong link. */
export async function listSatelliteTasks(
  reader: Reader,
  { uids, hasGateway, now }: SatelliteSearch,
): Promise<SatelliteTask[]> {
  const at = new Date(now);
  const isWanted = uids === null ? sql`true` : sql`c.uid = any(${writeArray(uids)}::bigint[])`;
  const { rows } = await sql<SatelliteTask>`
    select next.id as "commandId", next.uid, o.obstacle from (
      select distinct on (c.uid) c.id, c.uid, c.due_at, c.note from commands c
      where c.state = 'queued' and c.type = any(${listTypesOfLink('iridium')}::text[])
        and (c.expires_at is null or c.expires_at > ${at}) and ${isWanted} and ${inCompany(reader.scope, 'c.group_id')}
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
      and ${isWanted} and ${inCompany(reader.scope, 'c.group_id')}`.execute(reader.db);
  return rows;
}

/** The address of a device, and its command in flight that is overdue or on the wrong link. */
export async function findSatelliteTarget(reader: Reader, uid: number, now: number) {
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
    .select(['imei', 'is_iridium', 'power_mode', 'schedule', 'message_key', 'commands.id as overdue_id'])
    .where('devices.uid', '=', uid)
    .where(inCompany(reader.scope, 'devices.group_id'))
    .executeTakeFirst();
}
