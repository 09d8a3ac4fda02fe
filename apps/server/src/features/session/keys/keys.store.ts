import type { KeyScope, Wallboard } from '@waymark/contract/key-scopes';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { actorIdOfKey } from '../../../platform/access/key-access.ts';
import { inCompany } from '../../../platform/access/scope.ts';
import type { Change } from '../../../platform/database/change.ts';
import { writeArray, writeInstants } from '../../../platform/database/array-literal.ts';
import { notifyIdentity } from '../identity-notice.ts';
import type { KeyKind } from './key-secret.ts';
import { isOfKind } from './keys.queries.ts';

interface NewKeyRow {
  readonly groupId: CompanyId;
  readonly lookup: string;
  readonly hash: Buffer;
  readonly name: string;
  readonly scopes: readonly (KeyScope | Wallboard)[];
  readonly addresses: readonly string[];
  readonly madeById: UserId;
  readonly madeByName: string;
  readonly expiresAt: Date | null;
}

export async function insertKey(change: Change, key: NewKeyRow): Promise<number> {
  const { id } = await change.db
    .insertInto('api_keys')
    .values({
      group_id: key.groupId,
      lookup: key.lookup,
      hash: key.hash,
      name: key.name,
      scopes: [...key.scopes],
      addresses: [...key.addresses],
      made_by_id: key.madeById,
      made_by_name: key.madeByName,
      expires_at: key.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes the key and makes every node drop it with its connections; undefined: the scope has no such key. */
export async function deleteKey(change: Change, keyId: number, kind: KeyKind = 'key') {
  const deleted = await change.db
    .deleteFrom('api_keys')
    .where('id', '=', keyId)
    .where(inCompany(change.scope, 'api_keys.group_id'))
    .where(isOfKind(kind))
    .returning(['group_id', 'name', 'lookup', 'scopes', 'last_used_at'])
    .executeTakeFirst();
  if (deleted) await dropKey(change, keyId);
  return deleted;
}

function dropKey(change: Change, keyId: number): Promise<void> {
  return notifyIdentity(change, { userId: actorIdOfKey(keyId), reason: 'signed-out' });
}

export async function endKeysOfCompany(change: Change, groupId: CompanyId): Promise<void> {
  const ended = await change.db.deleteFrom('api_keys').where('group_id', '=', groupId).returning('id').execute();
  for (const { id } of ended) await dropKey(change, id);
}

export interface KeyUse {
  /** UTC milliseconds. */
  readonly at: number;
  readonly address: string;
}

/** Another node may have stored a later use. */
export async function storeKeyUse(change: Change, uses: ReadonlyMap<number, KeyUse>): Promise<void> {
  const list = [...uses.values()];
  await sql`update api_keys k set last_used_at = date_trunc('minute', used.at), last_used_address = used.address
    from unnest(${writeArray([...uses.keys()])}::bigint[], ${writeInstants(list.map(({ at }) => at))}::timestamptz[],
      ${list.map(({ address }) => address)}::text[]) as used (id, at, address)
    where k.id = used.id and (k.last_used_at is null or k.last_used_at <= used.at)`.execute(change.db);
}

/** Deletes keys that expired long ago. */
export async function tidyKeys(change: Change): Promise<void> {
  await sql`delete from api_keys where expires_at < now() - interval '30 days'`.execute(change.db);
}
