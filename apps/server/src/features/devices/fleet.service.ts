import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { hasGroup } from '../users/users.queries.ts';
import { listGroupDevices, lockDevice } from './devices.queries.ts';
import { deleteDevice, insertDevice } from './devices.store.ts';
import { placeDevice } from './devices.wire.ts';

/** How a device gets its credential; credentials are a feature of their own. */
export type IssueCredential<Credential> = (
  change: Change,
  device: { readonly uid: number; readonly groupId: number },
) => Promise<Credential>;

export interface WantedDevice {
  readonly uid: number;
  readonly group: number;
  readonly lat: number;
  readonly lon: number;
  readonly imei?: string | null | undefined;
}

export async function listGroupAgms(reader: Reader, groupId: number) {
  if (!(await hasGroup(reader, groupId))) throw problem('not-found');
  const devices = await listGroupDevices(reader, groupId);
  return devices.map((device) => {
    const { lat, lon } = placeDevice(device);
    return { uid: device.uid, group: device.group_id, lat: lat ?? 0, lon: lon ?? 0, imei: device.imei };
  });
}

export async function addAgm<Credential>(
  database: Database,
  origin: ChangeOrigin,
  wanted: WantedDevice,
  issueCredential: IssueCredential<Credential>,
) {
  const { uid, group, lat, lon } = wanted;
  const imei = wanted.imei ? wanted.imei : null;
  return database.change(origin, async (change) => {
    if (!(await hasGroup({ scope: change.scope, db: change.db }, group))) throw problem('group-not-found');
    const taken = await insertDevice(change, { uid, groupId: group, imei, lat, lon });
    if (taken) throw problem(taken);
    const credential = await issueCredential(change, { uid, groupId: group });
    await change.raise('device-added', { uid, groupId: group });
    change.push('ReceiveDeviceListUpdate', { groupId: group, uid }, { uid, isRemoved: false });
    return { uid, group, lat, lon, imei, credential };
  });
}

export async function removeAgm(database: Database, origin: ChangeOrigin, uid: number): Promise<void> {
  await database.change(origin, async (change) => {
    const device = await lockDevice({ scope: change.scope, db: change.db }, uid);
    if (!device) throw problem('device-not-found');
    const groupId = device.group_id;
    await change.raise('device-removed', { uid, groupId });
    await deleteDevice(change, { uid, groupId, imei: device.imei });
    change.push('ReceiveDeviceListUpdate', { groupId, uid }, { uid, isRemoved: true });
  });
}
