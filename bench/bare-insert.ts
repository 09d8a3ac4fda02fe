import pg from 'pg';

const array = (values: readonly number[]) => `{${values.join(',')}}`;

const INSERT = `insert into heartbeats (uid, at, group_id, received_at, lat, lon, altitude_mm, battery_mv, offline_files,
    online_files, iridium_offline_files, link, signal_strength, satellite_count, error_flag, power_supply_state,
    geophone_connected, external_antenna_connected, antenna_fold_state)
  select uid, at, 1, at, lat, lon, altitude, battery, offline, online, iridium, link, signal, satellites, error, power, geophone,
    antenna, fold
  from (
    select unnest($1::bigint[]) as uid, to_timestamp(unnest($2::float8[]) / 1000.0) as at, unnest($3::float8[]) as lat,
      unnest($4::float8[]) as lon, unnest($5::int[]) as altitude, unnest($6::int[]) as battery, unnest($7::int[]) as offline,
      unnest($8::int[]) as online, unnest($9::int[]) as iridium, unnest($10::smallint[]) as link, unnest($11::smallint[]) as signal,
      unnest($12::smallint[]) as satellites, unnest($13::smallint[]) as error, unnest($14::smallint[]) as power,
      unnest($15::smallint[]) as geophone, unnest($16::smallint[]) as antenna, unnest($17::smallint[]) as fold
  ) as t`;
/** Body of a load generator heartbeat, without its time. */
const VALUES = [36.1301, -96.0302, 214_300, 8620, 12, 340, 0, 0, 85, 9, 0, 0, 1, 0, 1];
const COLUMNS = 2 + VALUES.length;

interface Bare {
  readonly connection: pg.ClientConfig;
  readonly uids: readonly number[];
  readonly batch: number;
  readonly connections: number;
  readonly forMs: number;
  /** Time stamp of the first row; each row has a different one. */
  readonly from: number;
}

/** Rows per second of the plain insert. */
export async function insertBare({ connection, uids, batch, connections, forMs, from }: Bare): Promise<number> {
  let t = from;
  let inserted = 0;
  const until = performance.now() + forMs;
  const run = async () => {
    const client = new pg.Client(connection);
    await client.connect();
    while (performance.now() < until) {
      const rows = Array.from({ length: batch }, (_, at) => [uids[at % uids.length] ?? 0, ++t, ...VALUES]);
      const columns = Array.from({ length: COLUMNS }, (_, column) => array(rows.map((row) => row[column] ?? 0)));
      await client.query(INSERT, columns);
      inserted += batch;
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: connections }, run));
  return inserted / (forMs / 1000);
}
