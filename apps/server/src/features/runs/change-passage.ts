import {
  changePassageTime,
  findPassage,
  movePassage,
  removePassage,
  takePassage,
  takesPassages,
  unverifyPassage,
  verifyPassage,
} from '@waymark/domain/run/changes/changes';
import { findEditFault, findVerifyFault } from '@waymark/domain/run/time-rules';
import { findMarker, passageKey, type Run, type RunPassage } from '@waymark/domain/run/run';
import { describeMarkerFault, describeRunRefusal, describeVerificationFault } from '@waymark/domain/words/refusals';
import type { RunUpdateName } from '@waymark/contract/events/runs';
import type { Change } from '../../platform/database/change.ts';
import { described } from '../../platform/http/described.ts';
import { problem } from '../../platform/http/problem.ts';
import { allowed, changeRun } from './change-run.ts';
import { readerOfAll } from './lock-run.ts';
import { deviceKey, findRecorded, type RecordedKey } from './run-passages.queries.ts';
import { findRun, findRunOfPassage } from './runs.queries.ts';

// Users change the passage of a device; a passage that is in a run changes there too, by the rules of the run.

/** A user's decision about a passage. When the passage is in a run whose rules refuse it, the whole change fails. */
export type Decision = {
  /** UTC milliseconds. */
  readonly now: number;
} & (
  | { readonly kind: 'verified'; readonly isVerified: boolean }
  | { readonly kind: 'retimed'; readonly passageAt: number }
  | { readonly kind: 'removed' }
);
type PassageStep = RecordedKey & Decision;

/** Moves a passage to a marker of a run, from whichever run has it now. */
export interface GivenPassage extends RecordedKey {
  readonly isVerified: boolean;
  readonly runId: number;
  readonly markerName: string;
  readonly now: number;
}

interface Placed {
  readonly run: Run;
  readonly passage: RunPassage;
}

async function findPlaced(change: Change, { uid, groupId, endOfSnipAt }: RecordedKey): Promise<Placed | null> {
  const runId = await findRunOfPassage(readerOfAll(change), { uid, groupId, endOfSnipAt });
  const run = runId === null ? null : await findRun(readerOfAll(change), runId);
  const passage = run && findPassage(run, deviceKey({ uid, endOfSnipAt }));
  return run && passage ? { run, passage } : null;
}

function verify({ run, passage }: Placed, isVerified: boolean, now: number): Run {
  const key = passageKey(passage);
  if (!isVerified) return allowed(unverifyPassage(run, key));
  const fault = findVerifyFault(run, passage, now);
  if (fault !== null) throw problem('passage-not-verifiable', { detail: describeVerificationFault(fault) });
  return allowed(verifyPassage(run, key, now), 'passage-not-verifiable');
}

function retime({ run, passage }: Placed, passageAt: number, now: number): Run {
  const fault = findEditFault(run, passage, passageAt, now);
  if (fault !== null) throw problem('passage-time-refused', { detail: describeMarkerFault(fault) });
  return allowed(changePassageTime(run, passageKey(passage), passageAt, now), 'passage-time-refused');
}

function step(
  placed: Placed,
  change: PassageStep,
): { readonly next: Run; readonly action: string; readonly message: RunUpdateName } {
  switch (change.kind) {
    case 'verified': {
      const action = change.isVerified ? 'run-passage-verified' : 'run-passage-unverified';
      return { next: verify(placed, change.isVerified, change.now), action, message: 'PassageVerified' };
    }
    case 'retimed':
      return {
        next: retime(placed, change.passageAt, change.now),
        action: 'run-passage-time-changed',
        message: 'PassageTimeUpdated',
      };
    case 'removed':
      return {
        next: allowed(removePassage(placed.run, passageKey(placed.passage))),
        action: 'run-passage-removed',
        message: 'RunUpdated',
      };
  }
}

/** Applies the change of a passage to the run that has it; returns false if none has it. */
export async function changePassageInRun(change: Change, passageStep: PassageStep): Promise<boolean> {
  const placed = await findPlaced(change, passageStep);
  if (!placed) return false;
  const { next, action, message } = step(placed, passageStep);
  await changeRun(change, placed.run, next, { action, message, now: passageStep.now });
  return true;
}

/** Adds the passage to a run. It stays verified only where the rules of that run allow it. */
async function addToRun(change: Change, given: GivenPassage): Promise<void> {
  const { uid, endOfSnipAt, groupId, isVerified, runId, markerName, now } = given;
  const run = await findRun({ scope: change.scope, db: change.db }, runId);
  if (!run || run.groupId !== groupId) throw problem('run-not-found');
  const marker = findMarker(run, markerName);
  if (!marker || !takesPassages(marker))
    throw problem(
      'run-refused',
      described((t) => describeRunRefusal({ code: 'marker-not-tracked', markerName }, t)),
    );
  const recorded = await findRecorded(readerOfAll(change), { uid, groupId, endOfSnipAt });
  if (!recorded) throw problem('passage-not-found');
  const passage = { ...recorded, isVerified: false, markerName };
  const taken = takePassage(run, passage);
  const verified = isVerified ? verifyPassage(taken, passageKey(passage), now) : null;
  await changeRun(change, run, verified?.ok ? verified.value : taken, {
    action: 'run-passage-added',
    message: 'RunUpdated',
    now,
  });
}

/** Moves a passage to a marker of a run. */
export async function moveToMarker(change: Change, given: GivenPassage): Promise<void> {
  const { now, runId, markerName } = given;
  const placed = await findPlaced(change, given);
  if (placed?.run.runId === runId) {
    const moved = allowed(movePassage(placed.run, passageKey(placed.passage), markerName, now));
    await changeRun(change, placed.run, moved, { action: 'run-passage-moved', message: 'RunUpdated', now });
    return;
  }
  if (placed) await changePassageInRun(change, { ...given, kind: 'removed' });
  await addToRun(change, given);
}
