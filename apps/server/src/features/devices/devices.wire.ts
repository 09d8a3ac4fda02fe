import type { DeviceDetailReply, DeviceReply } from '@waymark/contract/devices/device';
import { formatUtcMillisecond, formatUtcSecond } from '@waymark/domain/time/utc';
import type { DeviceDetailFound, DeviceFound } from './devices.queries.ts';

// Maps a device's last values to their names on the wire.

const writeSecond = (at: Date | null) => (at === null ? null : formatUtcSecond(at.getTime()));
const writeFlag = (value: boolean | number | null | undefined) =>
  value === null || value === undefined ? null : value ? 1 : 0;

interface Position {
  readonly lat: number | null;
  readonly lon: number | null;
}

/** The position that the device reported, else the one that a user entered; null when that is 0/0 (unknown). */
export function placeDevice({
  lat,
  lon,
  start_lat,
  start_lon,
}: Position & Pick<DeviceFound, 'start_lat' | 'start_lon'>): Position {
  if (lat !== null && lon !== null) return { lat, lon };
  return start_lat === 0 && start_lon === 0 ? { lat: null, lon: null } : { lat: start_lat, lon: start_lon };
}

/** The position for forms, which write 0/0 when it is unknown. */
export function placeOnForm(found: Parameters<typeof placeDevice>[0]): { readonly lat: number; readonly lon: number } {
  const { lat, lon } = placeDevice(found);
  return { lat: lat ?? 0, lon: lon ?? 0 };
}

export function writeDevice(found: DeviceFound): DeviceReply {
  const { frequencies, sensitivities, enables } = found;
  const { lat, lon } = placeDevice(found);
  return {
    uId: found.uid,
    lat,
    lon,
    lastHeartbeat: writeSecond(found.heartbeat_at),
    lastPassage: found.passage_at === null ? null : formatUtcMillisecond(found.passage_at.getTime()),
    lastDetectionCount: found.detection_count,
    lastPowerMode: found.power_mode,
    lastStreamMode: found.stream_mode,
    lastSignalStrength: found.signal_dbm,
    lastBattery: found.battery_mv,
    lastPassageId: found.passage_id,
    lastFrequency0Setting: frequencies?.[0] ?? null,
    lastFrequency1Setting: frequencies?.[1] ?? null,
    lastFrequency2Setting: frequencies?.[2] ?? null,
    lastFrequency3Setting: frequencies?.[3] ?? null,
    lastSensitivity0: sensitivities?.[0] ?? null,
    lastSensitivity1: sensitivities?.[1] ?? null,
    lastSensitivity2: sensitivities?.[2] ?? null,
    lastSensitivity3: sensitivities?.[3] ?? null,
    lastEnable0: writeFlag(enables?.[0]),
    lastEnable1: writeFlag(enables?.[1]),
    lastEnable2: writeFlag(enables?.[2]),
    lastEnable3: writeFlag(enables?.[3]),
    lastRecordMode: found.record_mode,
    lastSchedule: found.schedule,
    bluetooth: writeFlag(found.is_bluetooth),
    isConnected: found.is_connected ? 1 : 0,
    isIridium: found.is_iridium,
    psgState: found.psg_state,
    psgSize: found.psg_size,
    imei: found.imei,
    isAutodownload: found.is_auto_download,
    lastExpectedWakeupTime: writeSecond(found.expected_wakeup_at),
    lastShutdownTime: writeSecond(found.shutdown_at),
    lastGeoMode: found.geo_mode,
    firmwareVersion: found.firmware_version,
    groupId: found.group_id,
    productNumber: found.product_number,
  };
}

export function writeDeviceDetail(found: DeviceDetailFound): DeviceDetailReply {
  return {
    ...writeDevice(found),
    activeCarrier: found.active_carrier,
    primaryCarrier: found.primary_carrier,
    registrationStatus: found.registration_status,
    diskUseMBytes: found.disk_use_mb,
    diskSizeMBytes: found.disk_size_mb,
    diskShare: found.disk_share,
    numberOfflineFiles: found.offline_files,
    numberOnlineFiles: found.online_files,
  };
}
