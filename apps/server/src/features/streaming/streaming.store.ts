import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { SILENT_NODE_S } from './streaming.queries.ts';
import { planStreamStop } from './streaming.api.ts';

/** Notifies every node after the commit that listeners have changed. */
export const STREAMS_CHANNEL = 'streams';

interface Listening {
  readonly nodeId: string;
  /** All devices that the node's consoles listen to. */
  readonly uids: readonly Uid[];
}

/** Replaces what a node listens to, and deletes what dead nodes listened to. */
export async function keepListening(change: Change, listening: Listening): Promise<void> {
  const hasBegun = await storeOwn(change, listening);
  const left = [...(await deleteOwn(change, listening)), ...(await deleteDead(change))];
  if (hasBegun || left.length > 0) await change.notify(STREAMS_CHANNEL, '');
  for (const uid of new Set(left)) await planStreamStop(change, { uid, leftAt: Date.now() });
}

/** Deletes the listeners of the old company; each node then drops their consoles. */
export async function deleteListeners(change: Change, { uid }: { readonly uid: Uid }): Promise<void> {
  const [left] = await change.db.deleteFrom('stream_listeners').where('uid', '=', uid).returning('uid').execute();
  if (!left) return;
  await change.notify(STREAMS_CHANNEL, '');
  await planStreamStop(change, { uid, leftAt: Date.now() });
}

async function storeOwn(change: Change, { nodeId, uids }: Listening): Promise<boolean> {
  if (uids.length === 0) return false;
  const { rows } = await sql<{ is_new: boolean }>`
    insert into stream_listeners (node_id, uid, group_id)
    select ${nodeId}::uuid, uid, group_id from devices where uid = any(${writeArray(uids)}::bigint[]) order by uid
    on conflict (node_id, uid) do update set group_id = excluded.group_id, seen_at = now()
    returning xmax = 0 as is_new`.execute(change.db);
  return rows.some(({ is_new: isNew }) => isNew);
}

async function deleteOwn(change: Change, { nodeId, uids }: Listening): Promise<number[]> {
  const { rows } = await sql<{ uid: Uid }>`
    delete from stream_listeners where node_id = ${nodeId}::uuid and uid <> all(${writeArray(uids)}::bigint[])
    returning uid`.execute(change.db);
  return rows.map(({ uid }) => uid);
}

/** Several nodes run this at once: each row is deleted by one of them. */
async function deleteDead(change: Change): Promise<number[]> {
  const { rows } = await sql<{ uid: Uid }>`
    delete from stream_listeners where (node_id, uid) in (
      select node_id, uid from stream_listeners where seen_at <= now() - make_interval(secs => ${SILENT_NODE_S})
      for update skip locked)
    returning uid`.execute(change.db);
  return rows.map(({ uid }) => uid);
}
