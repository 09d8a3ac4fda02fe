import type { Change } from '../../platform/database/change.ts';
import { DEVICES_CHANNEL } from '../../platform/access/device-access.ts';

// What becomes of a device when people say where it stands, what its modem is or whose it is.

export interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** It stands there until it says itself where it is. */
export async function storePlace(change: Change, uid: number, { lat, lon }: Place): Promise<void> {
  await change.db.updateTable('devices').set({ start_lat: lat, start_lon: lon }).where('uid', '=', uid).execute();
  await change.db.updateTable('device_states').set({ lat: null, lon: null }).where('uid', '=', uid).execute();
}

/** From now on what it says is counted anew. */
export async function beginSite(change: Change, uid: number): Promise<void> {
  await change.db.updateTable('devices').set({ site_since: new Date() }).where('uid', '=', uid).execute();
}

const UNIQUE_VIOLATION = '23505';

/** Says false when another device has it. */
export async function storeImei(change: Change, uid: number, imei: string | null): Promise<boolean> {
  try {
    // The name at Cloudloop is that of the modem.
    await change.db.updateTable('devices').set({ imei, cloudloop_thing: null }).where('uid', '=', uid).execute();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** It belongs to another company, which finds nothing of what it was or said before. */
export async function storeNewCompany(change: Change, uid: number, groupId: number): Promise<void> {
  const { db } = change;
  // A row of its own: what is just being stored for the old company finds none to update.
  await db.deleteFrom('device_states').where('uid', '=', uid).execute();
  await db.insertInto('device_states').values({ uid }).execute();
  await db.updateTable('devices').set({ group_id: groupId, is_auto_download: false }).where('uid', '=', uid).execute();
  await change.notify(DEVICES_CHANNEL, String(uid));
}
