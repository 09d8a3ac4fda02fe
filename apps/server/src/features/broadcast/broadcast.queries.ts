import type { CommandState } from '@waymark/commands/life';
import type { FileWindow } from '@waymark/commands/windows';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';

export async function findBroadcast(reader: Reader, id: number) {
  return reader.db
    .selectFrom('broadcasts')
    .select(['id', 'at', 'user_name', 'codes', 'failed'])
    .where('id', '=', id)
    .where(inCompany(reader.scope, 'broadcasts.group_id'))
    .executeTakeFirst();
}

/** How many of its commands are in which state. */
export async function countStates(reader: Reader, broadcastId: number) {
  return reader.db
    .selectFrom('commands')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('broadcast_id', '=', broadcastId)
    .where(inCompany(reader.scope, 'commands.group_id'))
    .groupBy('state')
    .execute();
}

/** From the states that need an operator to the completed ones. */
const BY_DISTANCE: readonly CommandState[] = ['rejected', 'expired', 'deleted', 'queued', 'sent', 'accepted'];

/** Each device with the one of its commands that is farthest from acceptance. */
export async function listDevicesOfBroadcast(reader: Reader, broadcastId: number) {
  return reader.db
    .selectFrom('commands')
    .distinctOn('uid')
    .select(['uid', 'state', 'note'])
    .where('broadcast_id', '=', broadcastId)
    .where(inCompany(reader.scope, 'commands.group_id'))
    .orderBy('uid')
    .orderBy(sql`array_position(${sql.val(BY_DISTANCE)}::text[], state)`)
    .orderBy('id')
    .execute();
}

/** Limits the passages to more minutes than one device can have downloads. */
const MOST_MINUTES = 200;

/**
 * The times of these devices' passages for their downloads: the first and the last of each minute, because no download
 * ends between them.
 */
export async function listPassageTimes(
  reader: Reader,
  uids: readonly Uid[],
  groupId: CompanyId,
  { startAt, endAt }: FileWindow,
): Promise<Map<number, number[]>> {
  if (uids.length === 0) return new Map();
  const { rows } = await sql<{ uid: Uid; first_at: Date; last_at: Date }>`
    select wanted.uid, minute.first_at, minute.last_at
    from unnest(${writeArray(uids)}::bigint[]) as wanted (uid)
    cross join lateral (
      select min(passage_at) as first_at, max(passage_at) as last_at from passages
      where uid = wanted.uid and group_id = ${groupId} and passage_at >= ${new Date(startAt)} and passage_at <= ${new Date(endAt)}
      group by date_trunc('minute', passage_at) order by 1 limit ${MOST_MINUTES}) minute`.execute(reader.db);
  const byUid = Map.groupBy(rows, ({ uid }) => uid);
  return new Map(
    [...byUid].map(([uid, found]) => [uid, found.flatMap((row) => [row.first_at.getTime(), row.last_at.getTime()])]),
  );
}
