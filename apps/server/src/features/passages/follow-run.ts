import type { Change } from '../../platform/database/change.ts';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { listPassagesEndingAt } from '../history/passages.queries.ts';
import { storeVerification } from './passages.store.ts';

type ChangedRun = DomainEvents['run-changed'];
type ChangedPassage = ChangedRun['passages'][number];

/** What is verified in a run is verified in the records of its device; what left its run is not. */
async function followPassage(change: Change, groupId: number, { before, after }: ChangedPassage): Promise<void> {
  const { uid, endOfSnipAt } = after ?? before ?? { uid: null, endOfSnipAt: null };
  if (uid === null || endOfSnipAt === null) return;
  const key = { uid, endOfSnipAt: new Date(endOfSnipAt) };
  await storeVerification(change, key, after?.isVerified ?? false);
  const [passage] = await listPassagesEndingAt({ scope: systemScope('runs'), db: change.db }, uid, [endOfSnipAt]);
  if (!passage) return;
  const passageIds = [passage.elfId, passage.geoId, passage.magId].filter((id) => id !== null);
  change.push('ReceivePassageUpdate', { groupId, uid }, { uid, passageIds, passage });
}

export async function followRun(change: Change, { after, passages }: ChangedRun): Promise<void> {
  for (const passage of passages) await followPassage(change, after.groupId, passage);
}
