import type { CompanyId, UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../../platform/database/change.ts';
import { hashToken, makeToken } from '../../../platform/crypto/random-token.ts';

/** The user whose password a link sets. */
export interface LinkOwner {
  readonly userId: UserId;
  readonly email: string;
  readonly name: string;
  readonly groupId: CompanyId | null;
}

interface NewLink {
  readonly userId: UserId;
  readonly email: string;
  /** The account's `link_epoch` when the link was requested; a changed account has a later one. */
  readonly epoch: number;
  readonly validH: number;
  /** The mail that carries it. */
  readonly outboxId: number;
}

/** Makes the link of a mail and ends the one that an earlier attempt of the same mail made. Only its hash is stored. */
export async function addPasswordLink(
  change: Change,
  { userId, email, epoch, validH, outboxId }: NewLink,
): Promise<string> {
  const token = makeToken();
  await change.db.deleteFrom('password_links').where('outbox_id', '=', outboxId).execute();
  const expires_at = sql<Date>`now() + make_interval(hours => ${validH})`;
  await change.db
    .insertInto('password_links')
    .values({ hash: hashToken(token), user_id: userId, email, epoch, outbox_id: outboxId, expires_at })
    .execute();
  return token;
}

/** The owner of a link that has not expired; null when the account has changed since or there is no such link. */
export async function findLinkOwner(db: Change['db'], token: string): Promise<LinkOwner | null> {
  const found = await db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['users.id as userId', 'users.name', 'password_links.email', 'users.group_id as groupId'])
    .where('hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .whereRef('epoch', '=', 'users.link_epoch')
    .where((eb) => eb('password_links.email', '=', eb.fn<string>('lower', ['users.email'])))
    .where('external_issuer', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** Uses a link up. The user row is locked first, so that a change of the account at the same time ends the link. */
export async function consumePasswordLink(change: Change, token: string): Promise<LinkOwner | null> {
  const owner = await findLinkOwner(change.db, token);
  if (!owner) return null;
  const locked = await change.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', owner.userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked || !(await findLinkOwner(change.db, token))) return null;
  await change.db.deleteFrom('password_links').where('hash', '=', hashToken(token)).execute();
  return owner;
}
