import type { Run, RunPassage } from '@waymark/domain/run/run';
import type { OwnSpreads } from '@waymark/domain/run/estimate/spread';
import type { Selectable } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

// Maps the database rows of a run to the domain's `Run`.

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
type ByRun<Name extends keyof Tables> = ReadonlyMap<number, readonly Row<Name>[]>;

/** A row of `pig_runs` with the settings of its company. */
export type RunRow = Row<'pig_runs'> &
  Pick<Row<'groups'>, 'auto_link_distance_m' | 'auto_verify_minutes'> & { readonly spreads: OwnSpreads | null };

/** Rows of the tables beside `pig_runs`, by run. */
export interface RunParts {
  readonly markers: ByRun<'pig_run_markers'>;
  readonly devices: ByRun<'pig_run_devices'>;
  readonly rules: ByRun<'pig_run_rules'>;
  readonly passages: ReadonlyMap<number, readonly RunPassage[]>;
}

const toAt = (date: Date | null) => date && date.getTime();

export function assembleRun(row: RunRow, parts: RunParts): Run {
  const watching = parts.devices.get(row.id) ?? [];
  const places = watching.flatMap(({ uid, lat, lon }) =>
    lat === null || lon === null ? [] : [[String(uid), { lat, lon }]],
  );
  const { edit_at: editAt, edit_lat: lat, edit_lon: lon, new_speed: speed } = row;
  const isEdited = editAt !== null && lat !== null && lon !== null && speed !== null;
  return {
    runId: row.id,
    groupId: row.group_id,
    rev: row.rev,
    pig: row.pig,
    path: {
      ...row.path,
      pathId: row.path_id ?? -1,
      agms: watching.map(({ uid }) => uid),
      offlineAgms: Object.fromEntries(places),
      markers: (parts.markers.get(row.id) ?? []).map(({ marker }) => marker),
      notifications: (parts.rules.get(row.id) ?? []).map(({ rule }) => rule),
    },
    launchAt: toAt(row.launch_at),
    completedAt: toAt(row.completed_at),
    endedAt: toAt(row.ended_at),
    edit: isEdited ? { at: editAt.getTime(), place: { lat, lon }, speed } : null,
    jobNumber: row.job_number,
    passages: parts.passages.get(row.id) ?? [],
    auto: { linkDistanceM: row.auto_link_distance_m, verifyMinutes: row.auto_verify_minutes, spreads: row.spreads },
  };
}
