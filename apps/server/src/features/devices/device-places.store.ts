import type { CompanyId, Uid } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';
import { DEVICES_CHANNEL } from '../../platform/access/device-access.ts';

// Changes of a device that a user makes: position, modem and company.

export interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** Sets the position that is shown until the next fix of the device. */
export async function storePlace(change: Change, uid: Uid, { lat, lon }: Place): Promise<void> {
  await change.db.updateTable('devices').set({ start_lat: lat, start_lon: lon }).where('uid', '=', uid).execute();
  await change.db.updateTable('device_states').set({ lat: null, lon: null }).where('uid', '=', uid).execute();
}

/** Restarts the counts of the device's records for a new site. */
export async function beginSite(change: Change, uid: Uid): Promise<void> {
  await change.db.updateTable('devices').set({ site_since: new Date() }).where('uid', '=', uid).execute();
}

const UNIQUE_VIOLATION = '23505';

/** Sets the IMEI; false when another device has it. */
export async function storeImei(change: Change, uid: Uid, imei: string | null): Promise<boolean> {
  try {
    // Cloudloop's id belongs to the modem, so a new modem has another one.
    await change.db.updateTable('devices').set({ imei, cloudloop_thing: null }).where('uid', '=', uid).execute();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** Moves the device to another company, which sees none of its earlier values. */
export async function storeNewCompany(change: Change, uid: Uid, groupId: CompanyId): Promise<void> {
  const { db } = change;
  // Insert a new row, so that a message being stored for the old company cannot update it.
  await db.deleteFrom('device_states').where('uid', '=', uid).execute();
  await db.insertInto('device_states').values({ uid }).execute();
  await db.updateTable('devices').set({ group_id: groupId, is_auto_download: false }).where('uid', '=', uid).execute();
  await change.notify(DEVICES_CHANNEL, String(uid));
}
