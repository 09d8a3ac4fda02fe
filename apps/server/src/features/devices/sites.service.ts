import type { Uid } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { countHeartbeats } from '../history/heartbeats.queries.ts';
import { countPassages } from '../history/passages.queries.ts';
import { beginSite, storePlace, type Place } from './device-places.store.ts';
import { lockDevice } from '../../platform/access/device-access.ts';
import { findSite } from './devices.queries.ts';
import { placeDevice } from './devices.wire.ts';

/** The current site of a device, its start and the reports since, by the device's own report times. */
export async function readSite(reader: Reader, uid: Uid) {
  const found = await findSite(reader, uid);
  if (!found) throw problem('device-not-found');
  const since = found.site_since.getTime();
  const span = { from: since, until: null };
  const { lat, lon } = placeDevice(found);
  const heartbeats = await countHeartbeats(reader, uid, span);
  const passages = await countPassages(reader, uid, span);
  return { since: formatUtcSecond(since), lat, lon, heartbeats, passages };
}

export async function moveToSite(database: Database, origin: ChangeOrigin, uid: Uid, place: Place) {
  return database.change(origin, async (change) => {
    const reader = { scope: change.scope, db: change.db };
    const device = await lockDevice(reader, uid);
    if (!device) throw problem('device-not-found');
    const groupId = device.group_id;
    const before = await readSite(reader, uid);
    await storePlace(change, uid, place);
    await beginSite(change, uid);
    const after = await readSite(reader, uid);
    await change.audit({ action: 'device-moved-to-site', objectType: 'device', objectId: uid, groupId, before, after });
    change.push('ReceiveDeviceListUpdate', { groupId, uid }, { uid, isRemoved: false });
    return after;
  });
}
