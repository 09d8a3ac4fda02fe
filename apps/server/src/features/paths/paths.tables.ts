import type { CompanyId, PathId, Uid } from '@waymark/domain/ids';
import type { Marker } from '@waymark/domain/path/marker';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import type { LinePoint } from '@waymark/domain/path/pig-path';
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text. */
type Json<Value> = ColumnType<Value, string | undefined, string>;

declare module '../../platform/database/tables.ts' {
  interface Tables {
    pig_paths: {
      id: Generated<PathId>;
      group_id: CompanyId;
      name: string;
      rev: Generated<number>;
      launch_lat: Generated<number>;
      launch_lon: Generated<number>;
      receive_lat: Generated<number>;
      receive_lon: Generated<number>;
      pigs: Generated<string[]>;
      expected_speed: Generated<number>;
      pipeline_diameter: Generated<number>;
      line_generated: Json<LinePoint[]>;
      line_kml: ColumnType<LinePoint[] | null, string | null | undefined, string | null>;
      /** null: stored by an older version, and not filled yet. */
      time_zone: string | null;
      own_time_zone: Generated<string | null>;
      notes: Generated<string>;
      markers: Json<Marker[]>;
      csv_file_name: Generated<string>;
      notifications: Json<NotificationRule[]>;
      updated_at: Generated<Date>;
    };
    pig_path_devices: { path_id: PathId; uid: Uid; lat: number | null; lon: number | null; group_id: CompanyId };
  }
}
