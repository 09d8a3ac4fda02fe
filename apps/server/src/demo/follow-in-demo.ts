import { sql } from 'kysely';
import type { Change } from '../platform/database/change.ts';

/** Of the demo's devices its viewer follows every third, so that he has something to look at before there are runs. */
export async function followInDemo(change: Change, { uid, groupId }: { readonly uid: number; readonly groupId: number }): Promise<void> {
  if (uid % 3 !== 0) return;
  await sql`insert into device_followers (user_id, uid)
    select id, ${uid} from users where role = 'viewer' and group_id = ${groupId} on conflict do nothing`.execute(change.db);
}
