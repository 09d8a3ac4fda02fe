import { examplePath } from '@waymark/contract/runs/pig-path';
import { readPath } from '@waymark/contract/runs/read-path';
import { DEFAULT_RULE, type NotificationRule } from '@waymark/domain/path/notification-rule';
import type pg from 'pg';

// Companies, each with an administrator who is on call, an active run with devices at its next marker, and open alerts.

const METRES_PER_DEGREE = 111_195;
const STEP_M = 20_000;
const SPEED = 1.5;
const MARKERS = 6;
const MINUTES_OF_A_WEEK = 7 * 24 * 60;

export interface Company {
  readonly groupId: number;
  readonly userId: number;
  readonly email: string;
}

export async function fillCompanies(client: pg.Client, count: number, name: string): Promise<Company[]> {
  const { rows } = await client.query<{ group_id: string; user_id: string; email: string }>(
    `with company as (insert into groups (name) select $1 || each from generate_series(1, $2::int) each returning id)
     insert into users (group_id, email, name, role, phone)
     select id, $1 || id || '@bench.example', 'Ada', 'admin', '' from company
     returning group_id, id as user_id, email`,
    [name, count],
  );
  return rows.map((row) => ({ groupId: Number(row.group_id), userId: Number(row.user_id), email: row.email }));
}

/** The administrator is on call all week. Alerts are escalated after `minutes`, by mail. */
export async function fillRosters(client: pg.Client, companies: readonly Company[], minutes: number): Promise<void> {
  const steps = [{ afterMinutes: minutes, onCall: true, userIds: [], media: ['email'] }];
  for (const { groupId, userId } of companies) {
    const shifts = [{ userId, from: 0, until: MINUTES_OF_A_WEEK - 1 }];
    await client.query('insert into on_call_rosters (group_id, time_zone, shifts) values ($1, $2, $3)', [
      groupId,
      'America/Chicago',
      JSON.stringify(shifts),
    ]);
    await client.query('insert into escalation_policies (group_id, steps) values ($1, $2)', [
      groupId,
      JSON.stringify(steps),
    ]);
  }
}

/** Open alerts that no check ends: their subject is of no run and of no link. */
export async function fillAlerts(client: pg.Client, companies: readonly Company[], each: number): Promise<void> {
  await client.query(
    `insert into alerts (group_id, subject, cause, kind, words_us, words_metric, raised_at, last_raised_at, count, changed_at)
     select company, 'bench ' || n, 'broker-away', 'broker-away', 'w', 'w', now(), now(), 1, now()
     from unnest($1::bigint[]) company, generate_series(1, $2::int) n`,
    [companies.map(({ groupId }) => groupId), each],
  );
}

/** Alerts of which the first step is due. */
export async function raiseDueAlerts(client: pg.Client, companies: readonly Company[], round: number): Promise<void> {
  await client.query(
    `insert into alerts (group_id, subject, cause, kind, words_us, words_metric, raised_at, last_raised_at, count, changed_at)
     select company, 'due ' || $2::int, 'broker-away', 'broker-away', 'w', 'w', at, at, 1, now()
     from unnest($1::bigint[]) company, (select now() - interval '2 days' as at) raised`,
    [companies.map(({ groupId }) => groupId), round],
  );
}

interface BenchRun {
  readonly company: Company;
  readonly name: string;
  readonly launchAt: Date;
  readonly uids: readonly number[];
  readonly rule: Partial<NotificationRule>;
}

const placeOf = (marker: number) => ({
  lat: 30,
  lon: -100 + (marker * STEP_M) / (METRES_PER_DEGREE * Math.cos(Math.PI / 6)),
});
/** Where the devices of a run stand: at the next marker of its pig. A device elsewhere would lose its link. */
export const NEXT_PLACE = placeOf(1);

function makeMarkers(uids: readonly number[]) {
  return Array.from({ length: MARKERS }, (_none, at) => ({
    ...placeOf(at),
    name: `M${at}`,
    state: at === 0 || at === MARKERS - 1 ? 'SKIP' : 'TRACK',
    description: at === 0 ? 'LAUNCH' : at === MARKERS - 1 ? 'RECEIVE' : 'AGM',
    note: '',
    distanceMetres: at * STEP_M,
    fromLaunchM: at * STEP_M,
    autoLink: true,
    autoVerify: true,
    autoLinkedUids: at === 1 ? uids : [],
    linkedUid: null,
  }));
}

/** A run whose next marker has all of its devices. A node takes it up when it starts. */
export async function insertRun(client: pg.Client, { company, name, launchAt, uids, rule }: BenchRun): Promise<number> {
  const { markers: _, agms: _agms, offlineAgms: _places, notifications: _rules, ...plan } = readPath(examplePath);
  const markers = makeMarkers(uids);
  const line = markers.map(({ lat, lon }) => [lon, lat]);
  const path = { ...plan, name, expectedSpeed: SPEED, pigLineGenerated: line };
  const { rows } = await client.query<{ id: string }>(
    'insert into pig_runs (group_id, pig, path, launch_at) values ($1, $2, $3, $4) returning id',
    [company.groupId, name, JSON.stringify(path), launchAt],
  );
  const runId = Number(rows[0]?.id);
  await client.query(
    `insert into pig_run_markers (run_id, name, place, marker) select $1, marker ->> 'name', place, marker
     from jsonb_array_elements($2::jsonb) with ordinality as line (marker, place)`,
    [runId, JSON.stringify(markers)],
  );
  await client.query('insert into pig_run_devices (run_id, group_id, uid) select $1, $2, unnest($3::bigint[])', [
    runId,
    company.groupId,
    uids,
  ]);
  await client.query('insert into pig_run_rules (run_id, user_id, group_id, rule) values ($1, $2, $3, $4)', [
    runId,
    company.userId,
    company.groupId,
    JSON.stringify({ ...DEFAULT_RULE, name: 'Ada', userId: company.userId, launch: false, medium: 'email', ...rule }),
  ]);
  return runId;
}

/** `silentFor` minutes ago the satellite link of these devices was lost. */
export async function loseDevices(client: pg.Client, uids: readonly number[], silentFor: number): Promise<void> {
  await client.query(
    `update device_states set is_iridium = true, heartbeat_at = now() - make_interval(mins => $2), lat = $3, lon = $4
     where uid = any($1::bigint[])`,
    [uids, silentFor, NEXT_PLACE.lat, NEXT_PLACE.lon],
  );
}
