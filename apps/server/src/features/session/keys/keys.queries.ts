import { WALLBOARD } from '@waymark/contract/key-scopes';
import { sql, type SqlBool } from 'kysely';
import { inCompany } from '../../../platform/access/scope.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { KeyKind } from './key-secret.ts';

/** Wallboards are keys with a scope of their own. */
export const isOfKind = (kind: KeyKind) =>
  sql<SqlBool>`(${WALLBOARD} = any (api_keys.scopes)) = ${kind === 'wallboard'}`;

function selectKeys({ scope, db }: Reader) {
  return db
    .selectFrom('api_keys')
    .leftJoin('users as maker', (join) =>
      join
        .onRef('maker.id', '=', 'api_keys.made_by_id')
        .onRef('maker.group_id', '=', 'api_keys.group_id')
        .on('maker.role', '=', 'admin'),
    )
    .select([
      'api_keys.id',
      'api_keys.group_id',
      'lookup',
      'api_keys.name',
      'scopes',
      'addresses',
      'made_by_name',
      'expires_at',
    ])
    .select(['api_keys.created_at', 'last_used_at', 'last_used_address'])
    .select([sql<boolean>`maker.id is null`.as('has_maker_left'), sql<boolean>`expires_at <= now()`.as('is_expired')])
    .where(inCompany(scope, 'api_keys.group_id'));
}
export type ListedKey = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>;

export async function listKeys(reader: Reader, kind: KeyKind = 'key'): Promise<ListedKey[]> {
  return selectKeys(reader)
    .where(isOfKind(kind))
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc')
    .execute();
}

export async function readKey(reader: Reader, keyId: number): Promise<ListedKey> {
  return selectKeys(reader).where('api_keys.id', '=', keyId).executeTakeFirstOrThrow();
}

export async function countKeys({ scope, db }: Reader, kind: KeyKind = 'key'): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inCompany(scope, 'group_id'))
    .where(isOfKind(kind))
    .executeTakeFirstOrThrow();
  return count;
}

/** The key with this public part, also an expired one. */
export async function findKey({ db }: Reader, lookup: string) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'group_id', 'hash', 'name', 'scopes', 'addresses', 'expires_at'])
    .where('lookup', '=', lookup)
    .executeTakeFirst();
}

/** Filters the keys that are not revoked. */
export async function listLiveKeys({ db }: Reader, keyIds: readonly number[]): Promise<Set<number>> {
  const rows = await db.selectFrom('api_keys').select('id').where('id', 'in', keyIds).execute();
  return new Set(rows.map(({ id }) => id));
}
