import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import type { Change } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { listPassagesEndingAt } from '../history/passages.queries.ts';
import { findGroupOf, lockRecords, type LockedRecord } from './passages.queries.ts';
import * as records from '../records/records.api.ts';
import * as runs from '../runs/runs.api.ts';

/** A passage that this change has locked. */
export interface HeldPassage {
  readonly uid: number;
  /** Names the passage of the device; UTC milliseconds. */
  readonly endOfSnipAt: number;
  readonly ids: readonly number[];
  readonly groupId: number;
  /** UTC milliseconds. */
  readonly passageAt: number;
  readonly isVerified: boolean;
  readonly verifiedBy: string | null;
}

const readerOf = ({ scope, db }: Change): Reader => ({ scope, db });

function describe(locked: readonly LockedRecord[]): HeldPassage | null {
  const [first] = locked;
  if (!first) return null;
  return {
    uid: first.uid,
    endOfSnipAt: first.end_of_snip_at.getTime(),
    ids: locked.map(({ id }) => id),
    groupId: first.group_id,
    passageAt: first.passage_at.getTime(),
    isVerified: locked.some(({ is_verified: isVerified }) => isVerified),
    verifiedBy: locked.find(({ verified_by: name }) => name !== null)?.verified_by ?? null,
  };
}

/** Locks the runs of the company before the passage, in the order in which a change of a run locks them. */
export async function holdPassage(change: Change, uid: number, passageId: number): Promise<HeldPassage> {
  const groupId = await findGroupOf(readerOf(change), uid, passageId);
  if (groupId === null) throw problem('passage-not-found');
  await runs.lock(change, groupId);
  const held = describe(await lockRecords(readerOf(change), uid, passageId));
  if (!held) throw problem('passage-not-found');
  return held;
}

export async function readRow(change: Change, { uid, groupId, endOfSnipAt }: HeldPassage): Promise<PassageRow> {
  const [row] = await listPassagesEndingAt(readerOf(change), { uid, groupId }, [endOfSnipAt]);
  if (!row) throw problem('passage-not-found');
  return row;
}

/** Stores what the user has decided: by the rules of the run that has the passage, else in its records. */
export async function decide(
  change: Change,
  held: HeldPassage,
  step: runs.Decision,
  verdict: Partial<records.Verdict>,
): Promise<void> {
  if (await runs.changePassageInRun(change, { ...held, ...step })) return;
  const { uid, endOfSnipAt, isVerified, verifiedBy, passageAt } = held;
  await records.storeVerdicts(change, held.groupId, [
    { uid, endOfSnipAt, isVerified, verifiedBy, passageAt, ...verdict },
  ]);
}

/** Audits the change and notifies the consoles that see the device; null: the passage was deleted. */
export async function tellChanged(
  change: Change,
  held: HeldPassage,
  {
    action,
    after,
    passage,
  }: { readonly action: string; readonly after: object | undefined; readonly passage: PassageRow | null },
): Promise<void> {
  const { uid, groupId, ids, passageAt, isVerified } = held;
  const before = { passageIds: ids, passageTimeStamp: formatUtcMillisecond(passageAt), isVerified };
  await change.audit({ action, objectType: 'device', objectId: uid, groupId, before, after });
  change.push('ReceivePassageUpdate', { groupId, uid }, { uid, passageIds: [...ids], passage });
}
