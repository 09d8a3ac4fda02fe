import type { RunChange } from '@waymark/domain/run/changes/changes';
import { AUTOMATIC, passageIdOf, passageKey, type Run } from '@waymark/domain/run/run';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import { listChanges } from '@waymark/domain/run/changes/merge';
import { describeRunRefusal } from '@waymark/domain/words/refusals';
import { rememberWatched } from '@waymark/domain/run/changes/remember-watched';
import type { RunUpdateName } from '@waymark/contract/events/runs';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import { problem } from '../../platform/http/problem.ts';
import { listPassagesEndingAt } from '../history/passages.queries.ts';
import { readerOfAll } from './lock-run.ts';
import type { ChangedPassage } from './runs.events.ts';
import { noticeFollowers, noticeRun, pushRun } from './runs-notice.ts';
import { storeRun } from './runs.store.ts';

export interface RunStep {
  readonly action: string;
  readonly message: RunUpdateName;
  /** UTC milliseconds. */
  readonly now: number;
}

const isSame = (before: Run, after: Run) =>
  before === after || (Object.keys(after) as Array<keyof Run>).every((part) => before[part] === after[part]);

/** Describes the passages that differ between the two states, for the audit trail. */
function describeTimes(before: Run, after: Run, passages: Run['passages']) {
  const changed = new Set(
    [...before.passages, ...after.passages].filter(
      (passage) => !(before.passages.includes(passage) && after.passages.includes(passage)),
    ),
  );
  return passages
    .filter((passage) => changed.has(passage))
    .map((passage) => ({
      passageId: passageIdOf(passage),
      markerName: passage.markerName,
      passageTimeStamp: formatUtcMillisecond(passage.passageAt),
      isVerified: passage.isVerified,
    }));
}

function describe(before: Run, after: Run) {
  const fields = listChanges(before, after);
  const partsOf = ({ path: { agms, notifications }, passages }: Run) => ({
    ...(before.path.agms !== after.path.agms && { agms }),
    ...(before.path.notifications !== after.path.notifications && { notifications }),
    ...(before.passages !== after.passages && { passages: describeTimes(before, after, passages) }),
  });
  return { before: { ...fields.before, ...partsOf(before) }, after: { ...fields.after, ...partsOf(after) } };
}

/** Notifies consoles that see the devices of the changed passages. */
async function pushPassages(change: Change, groupId: number, changed: readonly ChangedPassage[]): Promise<void> {
  const ofDevices = changed.flatMap(({ before, after }) => {
    const { uid = null, endOfSnipAt = null } = after ?? before ?? {};
    return uid === null || endOfSnipAt === null ? [] : [{ uid, endOfSnipAt }];
  });
  for (const [uid, keys] of Map.groupBy(ofDevices, (key) => key.uid)) {
    const ends = keys.map(({ endOfSnipAt }) => endOfSnipAt);
    for (const passage of await listPassagesEndingAt(readerOfAll(change), { uid, groupId }, ends)) {
      const passageIds = [passage.elfId, passage.geoId, passage.magId].filter((id) => id !== null);
      change.push('ReceivePassageUpdate', { groupId, uid }, { uid, passageIds, passage });
    }
  }
}

/** Names who verified a passage, where that is new: the user behind the change, or the system. */
function nameVerifiers(before: Run, after: Run, { userId, userName }: ChangeOrigin): Run {
  if (before.passages === after.passages) return after;
  const known = new Map(before.passages.map((passage) => [passageKey(passage), passage]));
  const passages = after.passages.map((passage) => {
    const { verifiedBy, ...rest } = passage;
    const was = known.get(passageKey(passage));
    if (!passage.isVerified) return verifiedBy === undefined ? passage : rest;
    if (was?.isVerified || verifiedBy !== undefined) return passage;
    return { ...passage, verifiedBy: userId === null ? AUTOMATIC : userName };
  });
  return { ...after, passages };
}

/** Stores the next state of a locked run, audits it and notifies consoles, and returns it. An equal state writes nothing. */
export async function changeRun(
  change: Change,
  before: Run,
  next: Run,
  { action, message, now }: RunStep,
): Promise<Run> {
  if (isSame(before, next)) return before;
  const named = nameVerifiers(before, next, change.origin);
  const after = { ...rememberWatched(before, named), rev: before.rev + 1 };
  const passages = await storeRun(change, before, after);
  await pushPassages(change, after.groupId, passages);
  await change.raise('run-changed', { before, after, passages, at: now });
  await change.audit({
    action,
    objectType: 'run',
    objectId: after.runId,
    groupId: after.groupId,
    ...describe(before, after),
  });
  pushRun(change, { before, after, message, now });
  await noticeRun(change, after.runId);
  const haveFollowersChanged =
    before.path.agms !== after.path.agms ||
    before.path.notifications !== after.path.notifications ||
    before.completedAt !== after.completedAt;
  if (haveFollowersChanged) await noticeFollowers(change, after.groupId);
  return after;
}

/** Returns the changed run, or throws a problem with the text of the refusal. */
export function allowed(
  outcome: RunChange,
  code: 'run-refused' | 'passage-time-refused' | 'passage-not-verifiable' = 'run-refused',
): Run {
  if (!outcome.ok) throw problem(code, { detail: describeRunRefusal(outcome.failure) });
  return outcome.value;
}
