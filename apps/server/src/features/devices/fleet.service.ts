import type { CompanyId, Uid } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { describeAgmFileFault } from '@waymark/domain/words/agm-file-faults';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { described, type Described } from '../../platform/http/described.ts';
import { problem } from '../../platform/http/problem.ts';
import { listIssueTimes } from '../credentials/credentials.queries.ts';
import { hasGroup, holdGroup } from '../users/users.queries.ts';
import { listGroupDevices, listHolders } from './devices.queries.ts';
import { deleteDevice, insertDevice } from './devices.store.ts';
import { lockLeavingDevice } from './lock-leaving-device.ts';
import { placeOnForm } from './devices.wire.ts';

export interface HeldDevice {
  readonly uid: Uid;
  readonly groupId: CompanyId;
}

// Adds devices with credentials from the credentials feature.
export type IssueCredential<Credential> = (change: Change, device: HeldDevice) => Promise<Credential>;
/** Issues one credential per device, in the same order. */
export type IssueCredentials<Credential> = (
  change: Change,
  devices: readonly HeldDevice[],
) => Promise<readonly Credential[]>;

export interface WantedDevice {
  readonly uid: Uid;
  readonly group: number;
  readonly lat: number;
  readonly lon: number;
  readonly imei?: string | null | undefined;
}

export async function listGroupAgms(reader: Reader, groupId: CompanyId) {
  if (!(await hasGroup(reader, groupId))) throw problem('not-found');
  const devices = await listGroupDevices(reader, groupId);
  const issueTimes = await listIssueTimes(reader, groupId);
  return devices.map((device) => {
    const issuedAt = issueTimes.get(device.uid);
    return {
      uid: device.uid,
      group: device.group_id,
      ...placeOnForm(device),
      imei: device.imei,
      hasCredential: issuedAt !== undefined,
      credentialIssuedAt: issuedAt === undefined ? null : formatUtcSecond(issuedAt.getTime()),
    };
  });
}

async function describeHolder(change: Change, uid: Uid): Promise<Partial<Described>> {
  const [holder] = await listHolders({ scope: change.scope, db: change.db }, { uids: [uid], imeis: [] });
  if (!holder) return {};
  return described((t) => describeAgmFileFault({ code: 'uid-taken', group: holder.group_id }, t));
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
    if (!(await holdGroup({ scope: change.scope, db: change.db }, group))) throw problem('group-not-found');
    const taken = await insertDevice(change, { uid, groupId: group, imei, lat, lon });
    if (taken === 'uid-exists') throw problem(taken, await describeHolder(change, uid));
    if (taken) throw problem(taken);
    const credential = await issueCredential(change, { uid, groupId: group });
    change.push('ReceiveDeviceListUpdate', { groupId: group, uid }, { uid, isRemoved: false });
    return { uid, group, lat, lon, imei, credential };
  });
}

export async function removeAgm(database: Database, origin: ChangeOrigin, uid: Uid): Promise<void> {
  await database.change(origin, async (change) => {
    const device = await lockLeavingDevice(change, uid, () => true);
    const groupId = device.group_id;
    await change.raise('device-removed', { uid, groupId });
    await deleteDevice(change, { uid, groupId, imei: device.imei });
    change.push('ReceiveDeviceListUpdate', { groupId, uid }, { uid, isRemoved: true });
  });
}
