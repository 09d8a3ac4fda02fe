import { WALLBOARD } from '@waymark/contract/key-scopes';
import type { RouteInput } from '@waymark/contract/route';
import type { keysRoutes } from '@waymark/contract/routes/keys';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Change } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { originOf, type SignedInCall } from '../../../platform/http/call.ts';
import { problem } from '../../../platform/http/problem.ts';
import { lockGroup } from '../../users/users.queries.ts';
import { confirmCaller } from '../confirm-caller.ts';
import { describePrefix, makeKey } from './key-secret.ts';
import { countKeys, readKey, type ListedKey } from './keys.queries.ts';
import { deleteKey, insertKey } from './keys.store.ts';

const MAX_KEYS = 100;

type SentKey = RouteInput<typeof keysRoutes.makeKey>['body'];

const writeTime = (at: Date | null) => (at === null ? null : formatUtcSecond(at.getTime()));

export function describeKey(key: ListedKey) {
  return {
    id: key.id,
    groupId: key.group_id,
    name: key.name,
    prefix: describePrefix(key.lookup),
    scopes: key.scopes.filter((scope) => scope !== WALLBOARD),
    addresses: key.addresses,
    createdAt: formatUtcSecond(key.created_at.getTime()),
    madeBy: key.made_by_name,
    hasMakerLeft: key.has_maker_left,
    expiresAt: writeTime(key.expires_at),
    isExpired: key.is_expired,
    lastUsedAt: writeTime(key.last_used_at),
    lastUsedAddress: key.last_used_address,
  };
}

/** Makes a key of the caller's company; a stolen token alone is not enough. */
export async function makeCompanyKey(database: Database, call: SignedInCall, sent: SentKey) {
  const expiresAt = sent.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= Date.now()) throw problem('key-expiry-past');
  await confirmCaller(database, call, sent.currentPassword);
  return database.change(originOf(call), (change) => storeNewKey(change, call, { ...sent, expiresAt }));
}

async function storeNewKey(
  change: Change,
  { actor }: SignedInCall,
  { name, scopes, addresses, expiresAt }: SentKey & { readonly expiresAt: number | null },
) {
  const reader = { scope: change.scope, db: change.db };
  const { groupId } = actor;
  if (groupId === null || !(await lockGroup(reader, groupId))) throw problem('forbidden');
  if ((await countKeys(reader)) >= MAX_KEYS) throw problem('too-many-keys');
  const { key, lookup, hash } = makeKey();
  const id = await insertKey(change, {
    groupId,
    lookup,
    hash,
    name,
    scopes,
    addresses,
    madeById: actor.userId,
    madeByName: actor.name,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  });
  const made = describeKey(await readKey(reader, id));
  const { prefix, expiresAt: expires } = made;
  const after = { name, prefix, scopes, addresses, expiresAt: expires };
  await change.audit({ action: 'api-key-made', objectType: 'api-key', objectId: id, after });
  return { ...made, key };
}

export async function revokeKey(database: Database, call: SignedInCall, keyId: number): Promise<void> {
  await database.change(originOf(call), async (change) => {
    const revoked = await deleteKey(change, keyId);
    if (!revoked) throw problem('key-not-found');
    const { group_id: groupId, name, lookup, scopes, last_used_at: lastUsedAt } = revoked;
    await change.audit({
      action: 'api-key-revoked',
      objectType: 'api-key',
      objectId: keyId,
      groupId,
      before: { name, prefix: describePrefix(lookup), scopes, lastUsedAt: writeTime(lastUsedAt) },
    });
  });
}
