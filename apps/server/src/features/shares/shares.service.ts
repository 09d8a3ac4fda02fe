import type { RouteInput } from '@waymark/contract/route';
import { MAX_SHARE_DAYS, type sharesRoutes } from '@waymark/contract/routes/shares';
import type { RunId } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import { findRevision } from '../runs/runs.queries.ts';
import { hashToken, makeToken } from '../../platform/crypto/random-token.ts';
import { hashPassword } from '../session/session.api.ts';
import { lockGroup } from '../users/users.queries.ts';
import { listShares, readShare, type FoundShare } from './shares.queries.ts';
import { deleteShare, dropOldShares, insertShare } from './shares.store.ts';

const MAX_SHARES = 20;
const DAY_MS = 86_400_000;

type SentShare = RouteInput<typeof sharesRoutes.makeShare>['body'];

const writeTime = (at: Date) => formatUtcSecond(at.getTime());

function describeShare(share: FoundShare) {
  return {
    id: share.id,
    runId: share.run_id,
    name: share.name,
    createdAt: writeTime(share.created_at),
    madeBy: share.made_by_name,
    expiresAt: writeTime(share.expires_at),
    isExpired: share.is_expired,
    delayMinutes: share.delay_minutes,
    hidesPlaces: share.hides_places,
    hasPassword: share.password_hash !== null,
    visits: share.visits,
    lastVisitAt: share.last_visit_at && writeTime(share.last_visit_at),
  };
}

export async function listSharesOfRun(database: Database, call: SignedInCall, runId: RunId) {
  const reader = database.read(scopeOfCall(call));
  if (!(await findRevision(reader, runId))) throw problem('run-not-found');
  return (await listShares(reader, runId)).map(describeShare);
}

/** Makes a link of a run that the caller may see. */
export async function makeShare(database: Database, call: SignedInCall, sent: SentShare) {
  const remainingMs = sent.expiresAt - Date.now();
  if (remainingMs <= 0 || remainingMs > MAX_SHARE_DAYS * DAY_MS) throw problem('share-expiry-refused');
  if (!(await findRevision(database.read(scopeOfCall(call)), sent.runId))) throw problem('run-not-found');
  const passwordHash = typeof sent.password === 'string' ? await hashPassword(sent.password) : null;
  return database.change(originOf(call), (change) => storeShare(change, call, { ...sent, passwordHash }));
}

async function storeShare(
  change: Change,
  { actor }: SignedInCall,
  sent: SentShare & { readonly passwordHash: string | null },
) {
  const { runId, name, delayMinutes, hidesPlaces, passwordHash } = sent;
  const reader = { scope: change.scope, db: change.db };
  const run = await findRevision(reader, runId);
  if (!run || !(await lockGroup(reader, run.groupId))) throw problem('run-not-found');
  await dropOldShares(change, runId);
  if ((await listShares(reader, runId)).length >= MAX_SHARES) throw problem('too-many-shares');
  const token = makeToken();
  const id = await insertShare(change, {
    groupId: run.groupId,
    runId,
    hash: hashToken(token),
    name,
    madeByName: actor.name,
    expiresAt: new Date(sent.expiresAt),
    delayMinutes,
    hidesPlaces,
    passwordHash,
  });
  const made = describeShare(await readShare(reader, id));
  const { expiresAt, hasPassword } = made;
  const after = { runId, name, expiresAt, delayMinutes, hidesPlaces, hasPassword };
  await change.audit({ action: 'share-made', objectType: 'share', objectId: id, groupId: run.groupId, after });
  return { ...made, token };
}

export async function revokeShare(database: Database, call: SignedInCall, shareId: number): Promise<void> {
  await database.change(originOf(call), async (change) => {
    const revoked = await deleteShare(change, shareId);
    if (!revoked) throw problem('share-not-found');
    const { group_id: groupId, run_id: runId, name, visits } = revoked;
    const before = { runId, name, visits };
    await change.audit({ action: 'share-revoked', objectType: 'share', objectId: shareId, groupId, before });
  });
}
