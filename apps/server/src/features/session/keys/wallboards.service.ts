import { WALLBOARD } from '@waymark/contract/key-scopes';
import type { RouteInput } from '@waymark/contract/route';
import type { wallboardsRoutes } from '@waymark/contract/routes/wallboards';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Change } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { originOf, type SignedInCall } from '../../../platform/http/call.ts';
import { problem } from '../../../platform/http/problem.ts';
import { lockGroup } from '../../users/users.queries.ts';
import { confirmCaller } from '../confirm-caller.ts';
import { describePrefix, makeKey } from './key-secret.ts';
import { countKeys, readKey, type ListedKey } from './keys.queries.ts';
import { describeKey } from './keys.service.ts';
import { deleteKey, insertKey } from './keys.store.ts';

// The token of a wallboard is a key of its company with one scope of its own (docs/decisions/0068).

const MAX_WALLBOARDS = 100;

type SentWallboard = RouteInput<typeof wallboardsRoutes.makeWallboard>['body'];

export function describeWallboard(key: ListedKey) {
  const { scopes: _scopes, addresses: _addresses, hasMakerLeft: _hasLeft, ...described } = describeKey(key);
  return { ...described, prefix: describePrefix(key.lookup, 'wallboard') };
}

/** Makes a wallboard of the caller's company; a stolen token alone is not enough. */
export async function makeWallboard(database: Database, call: SignedInCall, sent: SentWallboard) {
  const expiresAt = sent.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= Date.now()) throw problem('key-expiry-past');
  await confirmCaller(database, call, sent.currentPassword);
  return database.change(originOf(call), (change) => storeWallboard(change, call, { name: sent.name, expiresAt }));
}

async function storeWallboard(
  change: Change,
  { actor }: SignedInCall,
  { name, expiresAt }: { readonly name: string; readonly expiresAt: number | null },
) {
  const reader = { scope: change.scope, db: change.db };
  const { groupId } = actor;
  if (groupId === null || !(await lockGroup(reader, groupId))) throw problem('forbidden');
  if ((await countKeys(reader, 'wallboard')) >= MAX_WALLBOARDS) throw problem('too-many-wallboards');
  const { key: token, lookup, hash } = makeKey('wallboard');
  const id = await insertKey(change, {
    groupId,
    lookup,
    hash,
    name,
    scopes: [WALLBOARD],
    addresses: [],
    madeById: actor.userId,
    madeByName: actor.name,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  });
  const made = describeWallboard(await readKey(reader, id));
  const after = { name, prefix: made.prefix, expiresAt: made.expiresAt };
  await change.audit({ action: 'wallboard-made', objectType: 'wallboard', objectId: id, after });
  return { ...made, token };
}

export async function revokeWallboard(database: Database, call: SignedInCall, wallboardId: number): Promise<void> {
  await database.change(originOf(call), async (change) => {
    const revoked = await deleteKey(change, wallboardId, 'wallboard');
    if (!revoked) throw problem('wallboard-not-found');
    const { group_id: groupId, name, lookup, last_used_at: usedAt } = revoked;
    const lastUsedAt = usedAt && formatUtcSecond(usedAt.getTime());
    await change.audit({
      action: 'wallboard-revoked',
      objectType: 'wallboard',
      objectId: wallboardId,
      groupId,
      before: { name, prefix: describePrefix(lookup, 'wallboard'), lastUsedAt },
    });
  });
}
