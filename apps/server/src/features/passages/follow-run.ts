import type { Change } from '../../platform/database/change.ts';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { listPassagesEndingAt } from '../history/passages.queries.ts';
import { storeVerifications, storeVerificationsOfRun } from './passages.store.ts';

// What is verified in a run is verified in the records of its devices; what left its run is not.

type ChangedPassage = DomainEvents['run-changed']['passages'][number];

interface Followed {
  readonly uid: number;
  readonly endOfSnipAt: number;
  readonly isVerified: boolean;
}

function toFollowed({ before, after }: ChangedPassage): Followed[] {
  const { uid, endOfSnipAt } = after ?? before ?? { uid: null, endOfSnipAt: null };
  return uid === null || endOfSnipAt === null ? [] : [{ uid, endOfSnipAt, isVerified: after?.isVerified ?? false }];
}

async function tellOf(change: Change, groupId: number, uid: number, endsOfSnip: readonly number[]): Promise<void> {
  for (const passage of await listPassagesEndingAt(
    { scope: systemScope('runs'), db: change.db },
    { uid, groupId },
    endsOfSnip,
  )) {
    const passageIds = [passage.elfId, passage.geoId, passage.magId].filter((id) => id !== null);
    change.push('ReceivePassageUpdate', { groupId, uid }, { uid, passageIds, passage });
  }
}

export async function followRun(change: Change, { after, passages }: DomainEvents['run-changed']): Promise<void> {
  const byDevice = Map.groupBy(passages.flatMap(toFollowed), ({ uid }) => uid);
  for (const [uid, followed] of byDevice) {
    for (const isVerified of [true, false]) {
      const ends = followed
        .filter((passage) => passage.isVerified === isVerified)
        .map(({ endOfSnipAt }) => new Date(endOfSnipAt));
      await storeVerifications(change, { uid, groupId: after.groupId }, ends, isVerified);
    }
    await tellOf(
      change,
      after.groupId,
      uid,
      followed.map(({ endOfSnipAt }) => endOfSnipAt),
    );
  }
}

/** Records that say something else than the run say it again; as a rule there are none. */
export async function settleRecordsOfRun(
  change: Change,
  { runId, groupId }: DomainEvents['run-synchronised'],
): Promise<void> {
  const byDevice = Map.groupBy(await storeVerificationsOfRun(change, { runId, groupId }), ({ uid }) => uid);
  for (const [uid, settled] of byDevice) {
    const ends = new Set(settled.map(({ endOfSnipAt }) => endOfSnipAt.getTime()));
    await tellOf(change, groupId, uid, [...ends]);
  }
}
