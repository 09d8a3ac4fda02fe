import type { CompanyId } from '@waymark/domain/ids';
import type { RunChange } from '@waymark/domain/run/changes/changes';
import { AUTOMATIC, passageIdOf, passageKey, type Run } from '@waymark/domain/run/run';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import { listChanges } from '@waymark/domain/run/changes/merge';
import { describeRunRefusal } from '@waymark/domain/words/refusals';
import { rememberWatched } from '@waymark/domain/run/changes/remember-watched';
import type { RunUpdateName } from '@waymark/contract/events/runs';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import { described } from '../../platform/http/described.ts';
import { problem } from '../../platform/http/problem.ts';
import { listPassagesByKey } from '../history/passages.queries.ts';
import { readerOfAll } from './lock-run.ts';
import type { ChangedPassage } from './runs.events.ts';
import { listChangedPassages } from './run-passages.store.ts';
import { noticeFollowers, noticeRuns, pushRun } from './runs-notice.ts';
import { storeRuns, type RunStep } from './runs.store.ts';

export interface RunReason {
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
      ...(passage.uid !== null && { uid: passage.uid }),
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
async function pushPassages(change: Change, groupId: CompanyId, changed: readonly ChangedPassage[]): Promise<void> {
  const keys = changed.flatMap(({ before, after }) => {
    const { uid = null, endOfSnipAt = null } = after ?? before ?? {};
    return uid === null || endOfSnipAt === null ? [] : [{ uid, endOfSnipAt }];
  });
  for (const passage of await listPassagesByKey(readerOfAll(change), groupId, keys)) {
    const { uid, elfId, geoId, magId } = passage;
    const passageIds = [elfId, geoId, magId].filter((id) => id !== null);
    change.push('ReceivePassageUpdate', { groupId, uid }, { uid, passageIds, passage });
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

/** A change of a run that is not stored yet. */
export interface PlannedChange extends RunStep, RunReason {}

/** Plans the next state of a locked run. Returns null for an equal state, which writes nothing. */
export function planChange(change: Change, before: Run, next: Run, reason: RunReason): PlannedChange | null {
  if (isSame(before, next)) return null;
  const named = nameVerifiers(before, next, change.origin);
  const after = { ...rememberWatched(before, named), rev: before.rev + 1 };
  return { before, after, passages: listChangedPassages(before, after), ...reason };
}

const haveFollowersChanged = ({ before, after }: RunStep) =>
  before.path.agms !== after.path.agms ||
  before.path.notifications !== after.path.notifications ||
  before.completedAt !== after.completedAt;

/**
 * Stores planned changes of the locked runs of one company, audits them and notifies consoles. Several changes of one run
 * follow each other.
 */
export async function storeChanges(change: Change, planned: readonly PlannedChange[]): Promise<void> {
  const [first] = planned;
  if (!first) return;
  const { groupId } = first.after;
  await storeRuns(change, groupId, planned);
  await pushPassages(
    change,
    groupId,
    planned.flatMap(({ passages }) => passages),
  );
  await change.raise('runs-changed', { changes: planned.map(({ now, ...step }) => ({ ...step, at: now })) });
  await change.auditAll(
    planned.map(({ before, after, action }) => ({
      action,
      objectType: 'run',
      objectId: after.runId,
      groupId,
      ...describe(before, after),
    })),
  );
  for (const each of planned) pushRun(change, each);
  await noticeRuns(
    change,
    planned.map(({ after }) => after),
  );
  if (planned.some(haveFollowersChanged)) await noticeFollowers(change, groupId);
}

/** Stores the next state of a locked run and returns it. */
export async function changeRun(change: Change, before: Run, next: Run, reason: RunReason): Promise<Run> {
  const planned = planChange(change, before, next, reason);
  if (!planned) return before;
  await storeChanges(change, [planned]);
  return planned.after;
}

/** Returns the changed run, or throws a problem with the text of the refusal. */
export function allowed(
  outcome: RunChange,
  code: 'run-refused' | 'passage-time-refused' | 'passage-not-verifiable' = 'run-refused',
): Run {
  if (!outcome.ok)
    throw problem(
      code,
      described((t) => describeRunRefusal(outcome.failure, t)),
    );
  return outcome.value;
}
