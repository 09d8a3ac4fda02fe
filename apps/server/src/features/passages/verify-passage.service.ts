import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { decide, holdPassage, readRow, tellChanged } from './change-passage.ts';
import { findUid } from './passages.queries.ts';

interface Wish {
  readonly isVerified: boolean;
  readonly now: number;
}

async function verifyHeld(change: Change, uid: number, passageId: number, { isVerified, now }: Wish): Promise<void> {
  const held = await holdPassage(change, uid, passageId);
  if (held.isVerified === isVerified) return;
  await decide(change, held, { kind: 'verified', isVerified, now }, { isVerified, verifiedBy: change.origin.userName });
  const action = isVerified ? 'passage-verified' : 'passage-unverified';
  await tellChanged(change, held, { action, after: { isVerified }, passage: await readRow(change, held) });
}

/** Returns whether the passage is verified now. */
export async function verifyPassage(
  database: Database,
  origin: ChangeOrigin,
  uid: number,
  passageId: number,
  wish: Wish,
): Promise<boolean> {
  await database.change(origin, (change) => verifyHeld(change, uid, passageId, wish));
  return wish.isVerified;
}

/** By the ids of records, each with its siblings; all or none. */
export async function verifyRecords(
  database: Database,
  origin: ChangeOrigin,
  ids: readonly number[],
  wish: Wish,
): Promise<boolean> {
  if (ids.length === 0) throw problem('validation-failed', { detail: 'One of elfId, geoId and magId is needed.' });
  await database.change(origin, async (change) => {
    // Always locks in the same order, so that two users cannot deadlock.
    for (const id of ids.toSorted((one, other) => one - other)) {
      const uid = await findUid({ scope: change.scope, db: change.db }, id);
      if (uid === null) throw problem('passage-not-found');
      await verifyHeld(change, uid, id, wish);
    }
  });
  return wish.isVerified;
}
