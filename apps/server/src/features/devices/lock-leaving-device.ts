import type { CompanyId, Uid } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';
import { problem } from '../../platform/http/problem.ts';
import { lockDevice } from '../../platform/access/device-access.ts';
import { findGroupOfDevice } from './devices.queries.ts';
import { lockCompaniesOfDevices } from './devices.store.ts';

async function lockBefore(change: Change, uid: Uid, groupId: CompanyId): Promise<void> {
  await change.raise('device-leaving', { uid, groupId });
  await lockCompaniesOfDevices(change);
}

/**
 * Locks a device that may leave its company: first the company's runs and paths, then incoming messages, then the
 * row. Every change that locks more than one of them uses this order, against deadlocks.
 */
export async function lockLeavingDevice(change: Change, uid: Uid, isLeaving: (groupId: CompanyId) => boolean) {
  const reader = { scope: change.scope, db: change.db };
  const expected = await findGroupOfDevice(reader, uid);
  if (expected === null) throw problem('device-not-found');
  if (isLeaving(expected)) await lockBefore(change, uid, expected);
  const device = await lockDevice(reader, uid);
  if (!device) throw problem('device-not-found');
  // Another request has moved the device meanwhile.
  if (device.group_id !== expected && isLeaving(device.group_id)) await lockBefore(change, uid, device.group_id);
  return device;
}
