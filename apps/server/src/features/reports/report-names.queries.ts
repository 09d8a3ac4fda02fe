import type { RunId, Uid } from '@waymark/domain/ids';
import type { Marker } from '@waymark/domain/path/marker';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';

// The names in a report's rows: runs, their markers, and the firmware of devices.

export interface NamedRun {
  readonly id: number;
  readonly name: string;
  readonly pig: string;
}

/** Without the run's line, which can be long. */
export async function listNamedRuns({ db, scope }: Reader, runIds: readonly RunId[]): Promise<NamedRun[]> {
  if (runIds.length === 0) return [];
  return db
    .selectFrom('pig_runs')
    .select(['id', 'pig', sql<string>`path ->> 'name'`.as('name')])
    .where('id', 'in', runIds)
    .where(inCompany(scope, 'pig_runs.group_id'))
    .execute();
}

export interface MarkerOfRun {
  readonly run_id: RunId;
  readonly name: string;
  readonly marker: Marker;
}

/** The markers as the runs have them; `keys` are pairs of a run and a name. */
export async function listMarkersOfRuns(
  { db, scope }: Reader,
  keys: readonly (readonly [runId: RunId, name: string])[],
): Promise<MarkerOfRun[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<MarkerOfRun>`
    select markers.run_id, markers.name, markers.marker
    from unnest(${writeArray(keys.map(([runId]) => runId))}::bigint[], ${keys.map(([, name]) => name)}::text[]) as wanted (run_id, name)
    join pig_run_markers markers on markers.run_id = wanted.run_id and markers.name = wanted.name
    join pig_runs on pig_runs.id = markers.run_id and ${inCompany(scope, 'pig_runs.group_id')}`.execute(db);
  return rows;
}

/** The firmware of a device that has moved to another company is not visible here. */
export async function listFirmware(
  { db, scope }: Reader,
  uids: readonly Uid[],
): Promise<ReadonlyMap<number, number | null>> {
  if (uids.length === 0) return new Map();
  const { rows } = await sql<{ uid: Uid; firmware_version: number | null }>`
    select devices.uid, device_states.firmware_version from devices join device_states on device_states.uid = devices.uid
    where devices.uid = any(${writeArray(uids)}::bigint[]) and ${inCompany(scope, 'devices.group_id')}`.execute(db);
  return new Map(rows.map(({ uid, firmware_version: firmware }) => [uid, firmware]));
}
