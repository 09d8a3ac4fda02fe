import type { Change } from '../../platform/database/change.ts';
import { listStops } from './text-messages.queries.ts';

/** Stops a phone; false when it was already stopped. */
export async function stopPhone(change: Change, phone: string): Promise<boolean> {
  const stopped = await change.db
    .insertInto('stopped_phones')
    .values({ phone })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .returning('phone')
    .executeTakeFirst();
  if (!stopped) return false;
  await change.audit({ action: 'phone-stopped', objectType: 'phone', objectId: phone });
  return true;
}

/** Ends the stop of a phone; false when it was not stopped. */
export async function startPhone(change: Change, phone: string, countryCode: string): Promise<boolean> {
  const stops = await listStops({ scope: change.scope, db: change.db }, phone, countryCode);
  if (stops.length === 0) return false;
  await change.db.deleteFrom('stopped_phones').where('phone', 'in', stops).execute();
  await change.audit({ action: 'phone-started', objectType: 'phone', objectId: phone });
  return true;
}
