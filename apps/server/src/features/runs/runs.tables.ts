import type { CompanyId, PathId, RunId, Uid, UserId } from '@waymark/domain/ids';
import type { RunFields } from '@waymark/domain/run/changes/merge';
import type { Marker } from '@waymark/domain/path/marker';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import type { PigPath } from '@waymark/domain/path/pig-path';
import type { OwnSpreads } from '@waymark/domain/run/estimate/spread';
import type { ColumnType, Generated } from 'kysely';

/** The run's copy of its path, without the parts that have their own tables. */
export type PathOfRun = Omit<PigPath, 'markers' | 'agms' | 'offlineAgms' | 'notifications'>;

type Json<Value> = ColumnType<Value, string, string>;

declare module '../../platform/database/tables.ts' {
  interface Tables {
    pig_runs: {
      id: Generated<RunId>;
      group_id: CompanyId;
      path_id: PathId | null;
      rev: Generated<number>;
      pig: string;
      launch_at: Date | null;
      completed_at: Date | null;
      /** The time of the act; `completed_at` is the receive time. */
      ended_at: Date | null;
      path: Json<PathOfRun>;
      edit_at: Date | null;
      edit_lat: number | null;
      edit_lon: number | null;
      new_speed: number | null;
      job_number: string | null;
      /** null: stored by an older version, and not filled yet. */
      time_zone: string | null;
      viewer_markers: Generated<number>;
      created_at: Generated<Date>;
    };
    pig_run_markers: { run_id: RunId; name: string; place: number; marker: Json<Marker> };
    /** `group_id` null: the device watched the completed run and has left the company since. */
    pig_run_devices: { run_id: RunId; uid: Uid; lat: number | null; lon: number | null; group_id: CompanyId | null };
    pig_run_rules: { run_id: RunId; user_id: UserId; rule: Json<NotificationRule>; group_id: CompanyId };
    pig_run_decided_passages: { run_id: RunId; uid: Uid; end_of_snip_at: Date };
    /** All after `end_of_snip_at` is null while the device has records of the passage. */
    pig_run_passages: {
      run_id: RunId;
      marker_name: string | null;
      uid: Uid | null;
      end_of_snip_at: Date | null;
      passage_at: Date | null;
      is_verified: boolean | null;
      verified_by: string | null;
      elf_id: number | null;
      geo_id: number | null;
      mag_id: number | null;
      detection_count: number | null;
      frequency: number | null;
      is_offline: boolean | null;
      is_bluetooth: boolean | null;
      lat: number | null;
      lon: number | null;
      altitude_mm: number | null;
      sampling_rate: number | null;
    };
    run_spreads: { group_id: CompanyId; spreads: Json<OwnSpreads>; learned_at: Generated<Date> };
    pig_run_revisions: { run_id: RunId; rev: number; before: Json<RunFields> };
  }
}
