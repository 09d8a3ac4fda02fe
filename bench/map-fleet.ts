// Devices of the map bench: registered, online, scattered over the country, with credentials to connect.
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { LoadOrder } from './mqtt-load.ts';

const FIRST_UID = 700_001;
const SOUTH_WEST = { lat: 31, lon: -120 };
const SIZE = { lat: 16, lon: 38 };
const LAST_HEARD_BEFORE = '2 h';

/** A device alone in the Atlantic: nothing else is drawn there. */
export const LONELY = { uid: FIRST_UID, lat: 38.5, lon: -71 } as const;

interface FleetDevice {
  readonly uid: number;
  readonly password: string;
  readonly lat: number;
  readonly lon: number;
}

/** A number between 0 and 1, spread evenly over the indexes and the same on each run. */
const spread = (index: number, step: number) => (index * step) % 1;

function makeDevice(index: number): FleetDevice {
  const uid = FIRST_UID + index;
  const scattered = {
    lat: SOUTH_WEST.lat + SIZE.lat * spread(index, 0.754_877_666),
    lon: SOUTH_WEST.lon + SIZE.lon * spread(index, 0.569_840_291),
  };
  return { password: `password ${uid}`, ...(index === 0 ? LONELY : { uid, ...scattered }) };
}

export const makeFleet = (count: number): LoadOrder['devices'] & readonly FleetDevice[] =>
  Array.from({ length: count }, (_none, index) => makeDevice(index));

const DEVICES = `insert into devices (uid, group_id)
  select uid, (select group_id from users where email = $2) from unnest($1::bigint[]) as t (uid) on conflict do nothing returning uid`;

const STATES = `insert into device_states (uid, lat, lon, heartbeat_at, heard_at, is_connected, battery_mv, signal_dbm,
    power_mode, detection_count, firmware_version, product_number)
  select uid, lat, lon, now() - interval '${LAST_HEARD_BEFORE}', now(), true, 7600 + uid % 1000, -70 - uid % 40, 1,
    case when uid % 3 = 0 then uid % 900 end, 10.71, 61 + uid % 2
  from unnest($1::bigint[], $2::float8[], $3::float8[]) as t (uid, lat, lon)`;

const CREDENTIALS = `insert into device_credentials (uid, password_hash, broker_hash, message_key)
  select uid, hash, '', ''::bytea from unnest($1::bigint[], $2::bytea[]) as t (uid, hash)`;

async function insertInto(client: pg.Client, fleet: readonly FleetDevice[], adminEmail: string): Promise<void> {
  const added = await client.query<{ uid: string }>(DEVICES, [fleet.map(({ uid }) => uid), adminEmail]);
  const isNew = new Set(added.rows.map(({ uid }) => Number(uid)));
  const fresh = fleet.filter(({ uid }) => isNew.has(uid));
  const uids = fresh.map(({ uid }) => uid);
  await client.query(STATES, [uids, fresh.map(({ lat }) => lat), fresh.map(({ lon }) => lon)]);
  await client.query(CREDENTIALS, [uids, fresh.map(({ password }) => createHash('sha256').update(password).digest())]);
  await client.query('vacuum (analyze) devices, device_states, device_credentials');
}

/** Inserts the missing devices into the company of this user. */
export async function insertFleet(
  connection: pg.ClientConfig,
  fleet: readonly FleetDevice[],
  adminEmail: string,
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await insertInto(client, fleet, adminEmail);
  } finally {
    await client.end();
  }
}
