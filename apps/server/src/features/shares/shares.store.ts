import type { CompanyId, RunId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';

interface NewShare {
  readonly groupId: CompanyId;
  readonly runId: RunId;
  readonly hash: Buffer;
  readonly name: string;
  readonly madeByName: string;
  readonly expiresAt: Date;
  readonly delayMinutes: number;
  readonly hidesPlaces: boolean;
  readonly passwordHash: string | null;
}

export async function insertShare(change: Change, share: NewShare): Promise<number> {
  const { id } = await change.db
    .insertInto('run_shares')
    .values({
      group_id: share.groupId,
      run_id: share.runId,
      hash: share.hash,
      name: share.name,
      made_by_name: share.madeByName,
      expires_at: share.expiresAt,
      delay_minutes: share.delayMinutes,
      hides_places: share.hidesPlaces,
      password_hash: share.passwordHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** undefined: the scope has no such link. */
export async function deleteShare(change: Change, shareId: number) {
  return change.db
    .deleteFrom('run_shares')
    .where('id', '=', shareId)
    .where(inCompany(change.scope, 'run_shares.group_id'))
    .returning(['group_id', 'run_id', 'name', 'visits'])
    .executeTakeFirst();
}

/** Removes links of the run that ended long ago. */
export async function dropOldShares(change: Change, runId: RunId): Promise<void> {
  await sql`delete from run_shares where run_id = ${runId} and expires_at < now() - interval '30 days'`.execute(
    change.db,
  );
}

/** Counts a visitor once an hour; forgets those of earlier hours. */
export async function countVisit(change: Change, shareId: number, visitor: Buffer): Promise<void> {
  const { rows } = await sql`
    insert into run_share_visitors as known (share_id, visitor) values (${shareId}, ${visitor})
    on conflict (share_id, visitor) do update set seen_at = now() where known.seen_at <= now() - interval '1 hour'
    returning 1`.execute(change.db);
  if (rows.length === 0) return;
  await sql`update run_shares set visits = visits + 1, last_visit_at = now() where id = ${shareId}`.execute(change.db);
  await sql`delete from run_share_visitors
    where share_id = ${shareId} and seen_at <= now() - interval '1 hour'`.execute(change.db);
}
