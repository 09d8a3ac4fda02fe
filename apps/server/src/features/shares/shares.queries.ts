import type { RunId } from '@waymark/domain/ids';
import { sql, type SqlBool } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';

function selectShares({ scope, db }: Reader) {
  return db
    .selectFrom('run_shares')
    .selectAll('run_shares')
    .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
    .where(inCompany(scope, 'run_shares.group_id'));
}
export type FoundShare = Awaited<ReturnType<ReturnType<typeof selectShares>['executeTakeFirstOrThrow']>>;

/** The newest first. */
export async function listShares(reader: Reader, runId: RunId): Promise<FoundShare[]> {
  return selectShares(reader).where('run_id', '=', runId).orderBy('id', 'desc').execute();
}

export async function readShare(reader: Reader, shareId: number): Promise<FoundShare> {
  return selectShares(reader).where('id', '=', shareId).executeTakeFirstOrThrow();
}

/** undefined: unknown, expired or revoked. */
export async function findOpenShare(reader: Reader, hash: Buffer): Promise<FoundShare | undefined> {
  return selectShares(reader)
    .where('hash', '=', hash)
    .where(sql<SqlBool>`expires_at > now()`)
    .executeTakeFirst();
}

/** Whether this visitor was counted within the last hour. */
export async function isCounted({ db }: Reader, shareId: number, visitor: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('run_share_visitors')
    .select('share_id')
    .where('share_id', '=', shareId)
    .where('visitor', '=', visitor)
    .where(sql<SqlBool>`seen_at > now() - interval '1 hour'`)
    .executeTakeFirst();
  return found !== undefined;
}
