import { formatRelayClientId } from '@waymark/device-protocol/mqtt/access';
import type { Uid } from '@waymark/domain/ids';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { listDeviceGroups, lockDevice } from '../../platform/access/device-access.ts';
import { listRelays } from './credentials.queries.ts';
import { issueDeviceCredential, revokeDeviceCredential } from './device-credentials.store.ts';
import { deleteRelay, storeRelay } from './relays.store.ts';

const readerOf = (change: Change): Reader => ({ scope: change.scope, db: change.db });

export async function issueCredential(database: Database, box: SecretBox, origin: ChangeOrigin, uid: Uid) {
  return database.change(origin, async (change) => {
    const device = await lockDevice(readerOf(change), uid);
    if (!device) throw problem('device-not-found');
    return issueDeviceCredential(change, box, { uid, groupId: device.group_id });
  });
}

export async function revokeCredential(database: Database, origin: ChangeOrigin, uid: Uid): Promise<void> {
  await database.change(origin, async (change) => {
    const device = await lockDevice(readerOf(change), uid);
    if (!device) throw problem('device-not-found');
    await revokeDeviceCredential(change, { uid, groupId: device.group_id });
  });
}

/** The company of all these devices; they must share one. */
async function findGroupOfAll(reader: Reader, uids: readonly Uid[]): Promise<number> {
  const found = await listDeviceGroups(reader, uids);
  if (found.length < uids.length) throw problem('device-not-found');
  const [groupId, ...others] = new Set(found.map((device) => device.group_id));
  if (groupId === undefined || others.length > 0) throw problem('devices-of-several-companies');
  return groupId;
}

export async function addRelay(
  database: Database,
  origin: ChangeOrigin,
  wanted: { readonly name: string; readonly uids: readonly Uid[] },
) {
  const { name } = wanted;
  const uids = [...new Set(wanted.uids)].toSorted((one, other) => one - other);
  const password = await database.change(origin, async (change) => {
    const groupId = await findGroupOfAll(readerOf(change), uids);
    const issued = await storeRelay(change, { name, groupId, uids });
    if (issued === null) throw problem('gateway-name-taken');
    return issued;
  });
  const clientId = formatRelayClientId(name);
  return { name, uids, clientId, username: clientId, password };
}

export async function removeRelay(database: Database, origin: ChangeOrigin, name: string): Promise<void> {
  await database.change(origin, async (change) => {
    const relay = (await listRelays(readerOf(change))).find((each) => each.name === name);
    if (!relay) throw problem('not-found');
    await deleteRelay(change, { name, groupId: relay.group_id, uids: relay.uids });
  });
}
