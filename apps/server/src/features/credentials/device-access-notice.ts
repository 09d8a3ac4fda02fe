import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';

// Told to every node after the commit: forget what is remembered of these clients and end their connections.
export const DEVICE_ACCESS_CHANNEL = 'device-access';

const deviceAccessNotice = z.object({ clientIds: z.array(z.string()) });
export type DeviceAccessNotice = z.infer<typeof deviceAccessNotice>;

export function readDeviceAccessNotice(payload: string): DeviceAccessNotice {
  return deviceAccessNotice.parse(JSON.parse(payload));
}

export function notifyDeviceAccess(change: Change, clientIds: readonly string[]): Promise<void> {
  return change.notify(DEVICE_ACCESS_CHANNEL, JSON.stringify({ clientIds }));
}
