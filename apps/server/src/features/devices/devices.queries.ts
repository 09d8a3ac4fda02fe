import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql, type SqlBool } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { visibleDevices } from '../../platform/access/device-access.ts';

/** The link of a device, from `devices` joined with its state; null: it has an IMEI and no report yet, so the link is unknown. */
export const linkOfDevice = sql<boolean | null>`case when device_states.is_iridium then true
  when device_states.heard_at is null and devices.imei is not null then null else false end`.as('is_iridium');

const DEVICE = [
  'devices.uid',
  'devices.group_id',
  'devices.imei',
  'devices.is_auto_download',
  'start_lat',
  'start_lon',
] as const;

const LAST_VALUES = [
  'lat',
  'lon',
  'heartbeat_at',
  'battery_mv',
  'signal_dbm',
  'is_connected',
  'is_bluetooth',
  'expected_wakeup_at',
  'shutdown_at',
  'passage_at',
  'passage_id',
  'detection_count',
  'power_mode',
  'schedule',
  'record_mode',
  'geo_mode',
  'stream_mode',
  'frequencies',
  'sensitivities',
  'enables',
  'psg_state',
  'psg_size',
  'firmware_version',
  'product_number',
] as const;

const PANEL_VALUES = [
  'active_carrier',
  'primary_carrier',
  'registration_status',
  'disk_use_mb',
  'disk_size_mb',
  'offline_files',
  'online_files',
  'disk_share',
] as const;

function selectDevices(reader: Reader) {
  return reader.db
    .selectFrom('devices')
    .innerJoin('device_states', 'device_states.uid', 'devices.uid')
    .select([...DEVICE, ...LAST_VALUES, linkOfDevice])
    .where(visibleDevices(reader.scope));
}

export async function listDevices(reader: Reader) {
  return selectDevices(reader).orderBy('devices.uid').execute();
}
export type DeviceFound = Awaited<ReturnType<typeof listDevices>>[number];

export async function findDevice(reader: Reader, uid: Uid) {
  return selectDevices(reader).select(PANEL_VALUES).where('devices.uid', '=', uid).executeTakeFirst();
}
export type DeviceDetailFound = NonNullable<Awaited<ReturnType<typeof findDevice>>>;

/** The device with its state; null when the scope does not see it. */
export async function findGroupOfDevice(reader: Reader, uid: Uid): Promise<number | null> {
  const found = await reader.db
    .selectFrom('devices')
    .select('devices.group_id')
    .where('uid', '=', uid)
    .where(visibleDevices(reader.scope))
    .executeTakeFirst();
  return found?.group_id ?? null;
}

/** The devices that already have one of these uids or IMEIs. */
export async function listHolders(
  reader: Reader,
  { uids, imeis }: { readonly uids: readonly Uid[]; readonly imeis: readonly string[] },
) {
  return reader.db
    .selectFrom('devices')
    .select(['devices.uid', 'devices.group_id', 'devices.imei'])
    .where(sql<SqlBool>`(devices.uid = any(${writeArray(uids)}::bigint[]) or devices.imei = any(${imeis}::text[]))`)
    .where(visibleDevices(reader.scope))
    .execute();
}

/** The site of a device and the time at which it began. */
export async function findSite(reader: Reader, uid: Uid) {
  return reader.db
    .selectFrom('devices')
    .innerJoin('device_states', 'device_states.uid', 'devices.uid')
    .select(['lat', 'lon', 'start_lat', 'start_lon', 'site_since'])
    .where('devices.uid', '=', uid)
    .where(visibleDevices(reader.scope))
    .executeTakeFirst();
}

/** The devices of one company with their positions. */
export async function listGroupDevices(reader: Reader, groupId: CompanyId) {
  return selectDevices(reader).where('devices.group_id', '=', groupId).orderBy('devices.uid').execute();
}
