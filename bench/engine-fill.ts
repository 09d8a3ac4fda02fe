import { readPath } from '@waymark/contract/runs/read-path';
import { examplePath } from '@waymark/contract/runs/pig-path';
import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import type pg from 'pg';

// A company whose runs are all active: straight lines to the east, each a little north of the previous one, with a
// marker every 700 m.

const SPEED = 1.5;
const STEP_M = 700;
const START = { lat: 30, lon: -100 } as const;
const METRES_PER_DEGREE = 111_195;

export interface Fleet {
  readonly runs: number;
  readonly markers: number;
  readonly devicesPerRun: number;
  readonly firstUid: number;
}

export const uidOf = ({ devicesPerRun, firstUid }: Fleet, run: number, device: number): number =>
  firstUid + run * devicesPerRun + device;

/** Place of a marker of a run. Both are counted from 0. */
function placeOf(run: number, marker: number) {
  const lat = START.lat + run * 0.02;
  return { lat, lon: START.lon + (marker * STEP_M) / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)) };
}

/** Milliseconds after the launch. */
export const dueAfterMs = (marker: number): number => Math.round(((marker * STEP_M) / SPEED) * 1000);

/** The pig passes every other marker a minute late. */
const passedAfterMs = (marker: number): number => dueAfterMs(marker) + (marker % 2) * 60_000;

/** Speed on the segment that ends at the marker, in metres per second. */
export const speedAfter = (marker: number): number =>
  (STEP_M * 1000) / (passedAfterMs(marker) - passedAfterMs(marker - 1));

/** Messages that the first device of a run sends when the pig passes a marker. */
export function buildPassage(
  fleet: Fleet,
  launchAt: number,
  run: number,
  marker: number,
): { readonly topic: string; readonly payload: Buffer } {
  const t = launchAt + passedAfterMs(marker);
  const body = {
    psgSeq: marker,
    t,
    via: 'cell',
    endOfSnip: t + 15_000,
    detectionCount: marker,
    freq: 22,
    mask: 7,
    ...placeOf(run, marker),
    alt: 200,
    samplingRate: 16.666_67,
    isOffline: false,
    features: null,
  } as const;
  const { topic, payload } = encodeUplink(uidOf(fleet, run, 0), { name: 'psg', body });
  return { topic, payload: Buffer.from(payload) };
}

function makeMarkers(run: number, count: number) {
  return Array.from({ length: count }, (_none, at) => {
    const isEnd = at === 0 || at === count - 1;
    const description = at === 0 ? 'LAUNCH' : isEnd ? 'RECEIVE' : 'AGM';
    return {
      ...placeOf(run, at),
      name: `M${at}`,
      state: isEnd ? 'SKIP' : 'TRACK',
      description,
      note: '',
      distanceMetres: at * STEP_M,
      fromLaunchM: at * STEP_M,
      autoLink: !isEnd,
      autoVerify: !isEnd,
      autoLinkedUids: [],
      linkedUid: null,
    };
  });
}

async function insertRun(client: pg.Client, fleet: Fleet, run: number, launchAt: Date): Promise<number> {
  const {
    markers: _markers,
    agms: _agms,
    offlineAgms: _places,
    notifications: _rules,
    ...plan
  } = readPath(examplePath);
  const [markers, uids] = [
    makeMarkers(run, fleet.markers),
    Array.from({ length: fleet.devicesPerRun }, (_none, at) => uidOf(fleet, run, at)),
  ];
  const line = markers.map(({ lat, lon }) => [lon, lat]);
  const path = { ...plan, name: `Line ${run}`, expectedSpeed: SPEED, pigLineGenerated: line };
  const { rows } = await client.query<{ id: string }>(
    'insert into pig_runs (group_id, pig, path, launch_at) values (1, $1, $2, $3) returning id',
    [`Bench pig ${run}`, JSON.stringify(path), launchAt],
  );
  const runId = Number(rows[0]?.id);
  await client.query(
    `insert into pig_run_markers (run_id, name, place, marker) select $1, marker ->> 'name', place, marker
     from jsonb_array_elements($2::jsonb) with ordinality as line (marker, place)`,
    [runId, JSON.stringify(markers)],
  );
  await client.query('insert into pig_run_devices (run_id, group_id, uid) select $1, 1, unnest($2::bigint[])', [
    runId,
    uids,
  ]);
  return runId;
}

/** Returns the ids of the runs. Their devices must exist. */
export async function fillRuns(client: pg.Client, fleet: Fleet, launchAt: Date): Promise<number[]> {
  const runIds: number[] = [];
  await client.query('begin');
  for (let run = 0; run < fleet.runs; run++) runIds.push(await insertRun(client, fleet, run, launchAt));
  await client.query('commit');
  // Places each pig somewhere along its line.
  await client.query(
    `update device_states set lat = 30 + ((uid - $1) / $2) * 0.02, lon = -100 + random(), heartbeat_at = now() where uid >= $1`,
    [fleet.firstUid, fleet.devicesPerRun],
  );
  await client.query('vacuum analyze');
  return runIds;
}
