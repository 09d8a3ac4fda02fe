import type { Marker } from '@waymark/domain/path/marker';
import { DEFAULT_RULE, type NotificationRule } from '@waymark/domain/path/notification-rule';
import type { Run, RunPassage } from '@waymark/domain/run/run';
import type { OwnSpreads } from '@waymark/domain/run/estimate/spread';
import { UTC } from '@waymark/domain/time/zone';
import type { Selectable } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

// Maps the database rows of a run to the domain's `Run`.

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

/** A link between a run and a passage, with instants as text, because it is read as JSON. */
type InstantsAsText<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends Date | null ? string | null : Columns[Name];
};
export type LinkRow = InstantsAsText<Row<'pig_run_passages'>>;

/** A row of `pig_runs` with the rows of its tables and the settings of its company, read in one statement. */
export type RunRow = Row<'pig_runs'> &
  Pick<Row<'groups'>, 'auto_link_distance_m' | 'auto_verify_minutes'> & {
    readonly spreads: OwnSpreads | null;
    readonly markers: readonly Marker[];
    readonly devices: readonly Pick<Row<'pig_run_devices'>, 'uid' | 'lat' | 'lon'>[];
    readonly rules: readonly NotificationRule[];
    readonly links: readonly LinkRow[];
  };

const toAt = (date: Date | null) => date && date.getTime();

/** Rules that an older version stored lack newer fields. */
const completeRule = (rule: NotificationRule): NotificationRule => ({
  ...DEFAULT_RULE,
  ...rule,
  alerts: rule.alerts ?? [],
});

export function assembleRun(row: RunRow, passages: readonly RunPassage[]): Run {
  const places = row.devices.flatMap(({ uid, lat, lon }) =>
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
      timeZone: row.time_zone ?? UTC,
      agms: row.devices.map(({ uid }) => uid),
      offlineAgms: Object.fromEntries(places),
      markers: row.markers,
      notifications: row.rules.map(completeRule),
    },
    launchAt: toAt(row.launch_at),
    completedAt: toAt(row.completed_at),
    endedAt: toAt(row.ended_at),
    edit: isEdited ? { at: editAt.getTime(), place: { lat, lon }, speed } : null,
    jobNumber: row.job_number,
    passages,
    auto: { linkDistanceM: row.auto_link_distance_m, verifyMinutes: row.auto_verify_minutes, spreads: row.spreads },
  };
}
