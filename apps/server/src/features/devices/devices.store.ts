import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { DEVICES_CHANNEL } from '../../platform/access/device-access.ts';

interface Sender {
  readonly uid: Uid;
  readonly groupId: CompanyId;
}

/**
 * Takes a shared lock, so that no device leaves its company until the change ends. Answers whether each sender is still
 * in the company that was looked up for its messages.
 */
export async function holdCompanies({ db }: Change, messages: readonly Sender[]): Promise<boolean> {
  const groups = [...new Map(messages.map(({ uid, groupId }) => [uid, groupId]))];
  const { rows } = await sql<{ count: number }>`select hold_companies_of_devices(
    ${writeArray(groups.map(([uid]) => uid))}::bigint[],
    ${writeArray(groups.map(([, groupId]) => groupId))}::bigint[]) as count`.execute(db);
  return rows[0]?.count === groups.length;
}

/**
 * Takes the exclusive lock: waits for the holders of the shared lock (taken in the database, by
 * `hold_companies_of_devices`) and blocks new ones until the change ends.
 */
export async function lockCompaniesOfDevices({ db }: Change): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('companies of devices', 0))`.execute(db);
}

interface NewDevice {
  readonly uid: Uid;
  readonly groupId: CompanyId;
  readonly imei: string | null;
  readonly lat: number;
  readonly lon: number;
}

/** Adds a device with empty last values; answers whether the uid or the IMEI is taken, else null. */
export async function insertDevice(change: Change, device: NewDevice): Promise<'uid-exists' | 'imei-exists' | null> {
  const { uid, groupId, imei, lat, lon } = device;
  const added = await change.db
    .insertInto('devices')
    .values({ uid, group_id: groupId, imei, start_lat: lat, start_lon: lon })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst();
  if (!added) return findTakenNumber(change, uid);
  await change.db.insertInto('device_states').values({ uid }).execute();
  await change.audit({ action: 'device-added', objectType: 'device', objectId: uid, groupId, after: device });
  await change.notify(DEVICES_CHANNEL, String(uid));
  return null;
}

/** Blocks other changes of devices until the change ends; reads go on. */
export async function holdDevices(change: Change): Promise<void> {
  await sql`lock table devices in share row exclusive mode`.execute(change.db);
}

/** Adds devices whose uids and IMEIs were checked to be new. */
export async function insertDevices(change: Change, devices: readonly NewDevice[]): Promise<void> {
  const rows = devices.map(({ uid, groupId, imei, lat, lon }) => ({
    uid,
    group_id: groupId,
    imei,
    start_lat: lat,
    start_lon: lon,
  }));
  await change.db.insertInto('devices').values(rows).execute();
  await change.db
    .insertInto('device_states')
    .values(devices.map(({ uid }) => ({ uid })))
    .execute();
  await change.auditAll(
    devices.map((device) => ({
      action: 'device-added',
      objectType: 'device',
      objectId: device.uid,
      groupId: device.groupId,
      after: device,
    })),
  );
  await change.notify(DEVICES_CHANNEL, 'several');
}

async function findTakenNumber(change: Change, uid: Uid): Promise<'uid-exists' | 'imei-exists'> {
  const sameUid = await change.db.selectFrom('devices').select('uid').where('uid', '=', uid).executeTakeFirst();
  return sameUid ? 'uid-exists' : 'imei-exists';
}

/** Deletes a device with its last values and followers; its records stay. */
export async function deleteDevice(
  change: Change,
  { uid, groupId, imei }: { readonly uid: Uid; readonly groupId: CompanyId; readonly imei: string | null },
): Promise<void> {
  await change.db.deleteFrom('devices').where('uid', '=', uid).execute();
  await change.audit({ action: 'device-removed', objectType: 'device', objectId: uid, groupId, before: { uid, imei } });
  await change.notify(DEVICES_CHANNEL, String(uid));
}

export async function storeAutoDownload(
  change: Change,
  device: { readonly uid: Uid; readonly group_id: CompanyId; readonly is_auto_download: boolean },
  isAutoDownload: boolean,
): Promise<void> {
  const { uid, group_id: groupId } = device;
  await change.db.updateTable('devices').set({ is_auto_download: isAutoDownload }).where('uid', '=', uid).execute();
  await change.audit({
    action: 'auto-download-changed',
    objectType: 'device',
    objectId: uid,
    groupId,
    before: { isAutoDownload: device.is_auto_download },
    after: { isAutoDownload },
  });
}
