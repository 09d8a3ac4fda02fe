import type { DeviceAhead } from '@waymark/domain/run/alerts/alerts';
import { parseUtc } from '@waymark/domain/time/utc';
import type { Device } from './store/device.ts';

const readAt = (text: string | null): number | null => {
  const at = text === null ? null : parseUtc(text);
  return at?.ok ? at.value : null;
};

/** The values of a device that matter to a run. After a shutdown its announced wake-up no longer counts. */
export function toWatched(device: Device): DeviceAhead {
  const { uid, isConnected, lastShutdownTime, lastExpectedWakeupTime, lastHeartbeat, lastBattery } = device;
  return {
    uid,
    isConnected,
    wakesAt: lastShutdownTime === null ? readAt(lastExpectedWakeupTime) : null,
    lastHeartbeatAt: readAt(lastHeartbeat),
    batteryMv: lastBattery,
  };
}
