import { createHash } from 'node:crypto';
import { MOST_BROWSERS } from '@waymark/contract/routes/reach';
import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { problem } from '../../platform/http/problem.ts';

export interface NewBrowser {
  readonly userId: UserId;
  readonly endpoint: string;
  readonly publicKey: string;
  readonly sealedAuth: Buffer;
  readonly name: string;
}

/** Names a browser without giving its endpoint away. */
export const digestEndpoint = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');

/** Adds a browser of a user. A browser of another user becomes theirs: the user who turned push on last gets the messages. */
export async function storeBrowser(change: Change, { userId, name, endpoint, ...keys }: NewBrowser): Promise<void> {
  // Serialises the browsers of a user, so that their number stays within the limit.
  await change.db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const row = { user_id: userId, public_key: keys.publicKey, sealed_auth: keys.sealedAuth, browser: name };
  await change.db
    .insertInto('push_subscriptions')
    .values({ endpoint, ...row })
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet({ ...row, created_at: sql<Date>`now()`, last_at: null, last_error: null }),
    )
    .execute();
  const { count } = await change.db
    .selectFrom('push_subscriptions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (count > MOST_BROWSERS) throw problem('too-many-browsers');
  await change.db.deleteFrom('lost_push_subscriptions').where('user_id', '=', userId).execute();
  await change.audit({
    action: 'push-on',
    objectType: 'user',
    objectId: userId,
    after: { browser: name },
  });
}

/** Removes a browser of the user; false: there is none with this id. */
export async function removeBrowser(change: Change, userId: UserId, id: number): Promise<boolean> {
  const removed = await change.db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('browser')
    .executeTakeFirst();
  if (!removed) return false;
  await change.audit({
    action: 'push-off',
    objectType: 'user',
    objectId: userId,
    before: { browser: removed.browser },
  });
  return true;
}

/** The outcome of a message in a browser. `isGone`: the push service no longer knows it. */
export interface BrowserOutcome {
  readonly id: number;
  readonly error: string | null;
  readonly isGone: boolean;
}

/** Notes the outcomes and removes browsers that are gone. */
export async function storeOutcomes(
  change: Change,
  userId: UserId,
  outcomes: readonly BrowserOutcome[],
): Promise<void> {
  for (const { id, error, isGone } of outcomes) {
    if (isGone) await loseBrowser(change, userId, id);
    else
      await change.db
        .updateTable('push_subscriptions')
        .set({ last_at: sql<Date>`now()`, last_error: error })
        .where('id', '=', id)
        .execute();
  }
}

async function loseBrowser(change: Change, userId: UserId, id: number): Promise<void> {
  const lost = await change.db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('browser')
    .executeTakeFirst();
  if (!lost) return;
  const row = { browser: lost.browser, at: sql<Date>`now()` };
  await change.db
    .insertInto('lost_push_subscriptions')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  const user = await change.db.selectFrom('users').select('group_id').where('id', '=', userId).executeTakeFirst();
  await change.audit({
    action: 'push-lost',
    objectType: 'user',
    objectId: userId,
    groupId: user?.group_id ?? null,
    before: { browser: lost.browser },
  });
}
