import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';

// Notifies every node after the commit: end the connections of these clients, except those made with the new credential.
export const DEVICE_ACCESS_CHANNEL = 'device-access';

const deviceAccessNotice = z.object({
  clientIds: z.array(z.string()),
  /** UTC milliseconds of the new credential; null: end every connection of these clients. */
  issuedAt: z.number().nullable(),
});
export type DeviceAccessNotice = z.infer<typeof deviceAccessNotice>;

export function readDeviceAccessNotice(payload: string): DeviceAccessNotice {
  return deviceAccessNotice.parse(JSON.parse(payload));
}

export function notifyDeviceAccess(change: Change, clientIds: readonly string[], issuedAt: Date | null): Promise<void> {
  return change.notify(DEVICE_ACCESS_CHANNEL, JSON.stringify({ clientIds, issuedAt: issuedAt?.getTime() ?? null }));
}
