import type { CompanyId, Uid, UserId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

// Devices and their last values. Columns are in the order of the migration.

interface DeviceStateTable {
  uid: Uid;
  lat: number | null;
  lon: number | null;
  heartbeat_at: Date | null;
  battery_mv: number | null;
  signal_dbm: number | null;
  heard_at: Date | null;
  status_at: Date | null;
  is_connected: Generated<boolean>;
  is_iridium: Generated<boolean>;
  is_bluetooth: boolean | null;
  is_overdue: Generated<boolean>;
  expected_wakeup_at: Date | null;
  shutdown_at: Date | null;
  passage_at: Date | null;
  passage_id: number | null;
  detection_count: number | null;
  settings_at: Date | null;
  power_mode: number | null;
  schedule: number | null;
  record_mode: number | null;
  geo_mode: number | null;
  stream_mode: number | null;
  frequencies: (number | null)[] | null;
  sensitivities: (number | null)[] | null;
  enables: (number | null)[] | null;
  psg_state: number | null;
  psg_size: number | null;
  info_at: Date | null;
  firmware_version: number | null;
  product_number: number | null;
  active_carrier: string | null;
  primary_carrier: string | null;
  registration_status: string | null;
  disk_use_mb: number | null;
  disk_size_mb: number | null;
  offline_files: number | null;
  online_files: number | null;
  /** 0 to 1; null without a report or when the newest report is in megabytes. */
  disk_share: number | null;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    devices: {
      uid: Uid;
      group_id: CompanyId;
      imei: string | null;
      cloudloop_thing: Generated<string | null>;
      is_auto_download: Generated<boolean>;
      start_lat: Generated<number>;
      start_lon: Generated<number>;
      created_at: Generated<Date>;
      /** The time at which the current site began. */
      site_since: Generated<Date>;
    };
    device_states: DeviceStateTable;
    device_followers: { user_id: UserId; uid: Uid };
  }
}
