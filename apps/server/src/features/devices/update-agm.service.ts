import type { Uid } from '@waymark/domain/ids';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { holdGroup } from '../users/users.queries.ts';
import { beginSite, storeImei, storeNewCompany, storePlace, type Place } from './device-places.store.ts';
import { findSite } from './devices.queries.ts';
import { placeOnForm } from './devices.wire.ts';
import type { IssueCredential } from './fleet.service.ts';
import { lockLeavingDevice } from './lock-leaving-device.ts';

/** An edit of a device; absent fields do not change. */
export interface SentValues {
  readonly group?: number | undefined;
  readonly lat?: number | undefined;
  readonly lon?: number | undefined;
  /** Empty or null: no IMEI. */
  readonly imei?: string | null | undefined;
}

interface Values extends Place {
  readonly group: number;
  readonly imei: string | null;
}

async function loadValues(change: Change, uid: Uid, { group }: SentValues): Promise<Values> {
  const device = await lockLeavingDevice(change, uid, (groupId) => group !== undefined && group !== groupId);
  const site = await findSite({ scope: change.scope, db: change.db }, uid);
  if (!site) throw problem('device-not-found');
  return { group: device.group_id, ...placeOnForm(site), imei: device.imei };
}

/** The values after an edit; a move clears the position, because the new company must not see the old one. */
function wantValues(before: Values, sent: SentValues): Values {
  const group = sent.group ?? before.group;
  const place = group === before.group ? before : { lat: 0, lon: 0 };
  const imei = sent.imei === undefined ? before.imei : sent.imei || null;
  return { group, lat: sent.lat ?? place.lat, lon: sent.lon ?? place.lon, imei };
}

const isSamePlace = (one: Place, other: Place) => one.lat === other.lat && one.lon === other.lon;

async function storeValues(change: Change, uid: Uid, before: Values, after: Values): Promise<void> {
  if (after.imei !== before.imei && !(await storeImei(change, uid, after.imei))) throw problem('imei-exists');
  if (!isSamePlace(before, after) || after.group !== before.group) await storePlace(change, uid, after);
}

async function changeInCompany(change: Change, uid: Uid, before: Values, after: Values): Promise<void> {
  const groupId = after.group;
  if (after.imei === before.imei && isSamePlace(before, after)) return;
  await storeValues(change, uid, before, after);
  await change.audit({ action: 'device-changed', objectType: 'device', objectId: uid, groupId, before, after });
  change.push('ReceiveDeviceListUpdate', { groupId, uid }, { uid, isRemoved: false });
}

/** Each company gets the events and audit entries of its own half of the move. */
async function moveToCompany<Credential>(
  change: Change,
  uid: Uid,
  { before, after }: { readonly before: Values; readonly after: Values },
  issueCredential: IssueCredential<Credential>,
): Promise<Credential> {
  await change.raise('device-removed', { uid, groupId: before.group });
  await storeNewCompany(change, uid, after.group);
  await storeValues(change, uid, before, after);
  await beginSite(change, uid);
  const moved = { action: 'device-moved', objectType: 'device', objectId: uid };
  await change.audit({ ...moved, groupId: before.group, before });
  await change.audit({ ...moved, groupId: after.group, after });
  const credential = await issueCredential(change, { uid, groupId: after.group });
  change.push('ReceiveDeviceListUpdate', { groupId: before.group, uid }, { uid, isRemoved: true });
  change.push('ReceiveDeviceListUpdate', { groupId: after.group, uid }, { uid, isRemoved: false });
  return credential;
}

export async function updateAgm<Credential>(
  database: Database,
  origin: ChangeOrigin,
  { uid, sent }: { readonly uid: Uid; readonly sent: SentValues },
  issueCredential: IssueCredential<Credential>,
) {
  return database.change(origin, async (change) => {
    const reader = { scope: change.scope, db: change.db };
    const before = await loadValues(change, uid, sent);
    const after = wantValues(before, sent);
    if (after.group === before.group) {
      await changeInCompany(change, uid, before, after);
      return { uid, ...after, credential: null };
    }
    if (!(await holdGroup(reader, after.group))) throw problem('group-not-found');
    const credential = await moveToCompany(change, uid, { before, after }, issueCredential);
    return { uid, ...after, credential };
  });
}
