import type { Uid } from '@waymark/domain/ids';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { sql } from 'kysely';

/** The last values of devices that decide whether they are ready. */
export async function listDeviceStates(reader: Reader, uids: readonly Uid[]) {
  if (uids.length === 0) return [];
  return reader.db
    .selectFrom('devices')
    .innerJoin('device_states', 'device_states.uid', 'devices.uid')
    .select([
      'devices.uid',
      'start_lat',
      'start_lon',
      'lat',
      'lon',
      'is_connected',
      'expected_wakeup_at',
      'heartbeat_at',
      'battery_mv',
      'enables',
      'frequencies',
      'record_mode',
    ])
    .where('devices.uid', 'in', uids)
    .where(inCompany(reader.scope, 'devices.group_id'))
    .execute();
}

/**
 * The difference between the newest heartbeat's own time and its arrival, milliseconds by uid. A heartbeat that arrived
 * much later than it was sent says nothing about the clock.
 */
export async function findClockOffsets(reader: Reader, uids: readonly Uid[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ uid: Uid; offset_ms: number }>`
    select newest.uid, extract(epoch from newest.at - newest.received_at)::float8 * 1000 as offset_ms
    from unnest(${writeArray(uids)}::bigint[]) as wanted (uid)
    cross join lateral (
      select uid, at, received_at from heartbeats where heartbeats.uid = wanted.uid and ${inCompany(reader.scope, 'heartbeats.group_id')}
      order by at desc limit 1) as newest
    where newest.at > newest.received_at - interval '30 seconds'`.execute(reader.db);
  return new Map(rows.map(({ uid, offset_ms: offset }) => [uid, offset]));
}
