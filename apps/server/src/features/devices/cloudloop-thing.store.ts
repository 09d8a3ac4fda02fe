import type { Change } from '../../platform/database/change.ts';

/** Stores Cloudloop's own id of a device, which comes with every message from the device. */
export async function rememberThing(change: Change, imei: string, thing: string): Promise<void> {
  await change.db
    .updateTable('devices')
    .set({ cloudloop_thing: thing })
    .where('imei', '=', imei)
    .where('cloudloop_thing', 'is distinct from', thing)
    .execute();
}

export async function findThing(change: Pick<Change, 'db'>, imei: string): Promise<string | null> {
  const found = await change.db
    .selectFrom('devices')
    .select('cloudloop_thing')
    .where('imei', '=', imei)
    .executeTakeFirst();
  return found?.cloudloop_thing ?? null;
}
