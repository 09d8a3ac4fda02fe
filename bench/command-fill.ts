import { createHash } from 'node:crypto';
import type pg from 'pg';
import { passwordOf } from './command-messages.ts';

/** Inserts devices with credentials, as the API would create them one by one. Company 1 is that of the demo. */
export async function fillDevices(client: pg.Client, uids: readonly number[], groupId = 1): Promise<void> {
  const hashes = uids.map((uid) => createHash('sha256').update(passwordOf(uid)).digest());
  await client.query('insert into devices (uid, group_id) select unnest($1::bigint[]), $2', [uids, groupId]);
  await client.query('insert into device_states (uid, firmware_version) select unnest($1::bigint[]), 10.8', [uids]);
  await client.query(
    `insert into device_credentials (uid, password_hash, broker_hash, message_key) select uid, hash, '', ''::bytea from unnest($1::bigint[], $2::bytea[]) as t (uid, hash)`,
    [uids, hashes],
  );
}

/** Inserts `count` commands that these devices accepted during the last year. */
export async function fillHistory(client: pg.Client, uids: readonly number[], count: number): Promise<void> {
  await client.query(
    `insert into commands (uid, group_id, type, parameters, time_stamp_sent, queued_at, user_name, source, state, state_at, link, attempts)
     select ($1::bigint[])[1 + n % cardinality($1::bigint[])], 1, 'PowerMode', '{"powerMode": 1, "connectSchedule": 2}', at, at, 'Dana Reyes', 'person', 'accepted', at, 0, 1
     from generate_series(1, $2::int) as n cross join lateral (select now() - interval '1 year' * (1 - n / $2::float8) as at)`,
    [uids, count],
  );
  await client.query('vacuum analyze commands');
}

/** Inserts pending commands for devices that are offline: a list of the length that users see. */
export async function fillQueue(client: pg.Client, uids: readonly number[], each: number): Promise<void> {
  await client.query(
    `insert into commands (uid, group_id, type, parameters, time_stamp_sent, user_name, source)
     select uid, 1, 'GpsFix', '{}', now(), 'Dana Reyes', 'person' from unnest($1::bigint[]) as t (uid) cross join generate_series(1, $2::int)`,
    [uids, each],
  );
}
