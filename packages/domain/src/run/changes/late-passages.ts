import { isVerifiedBySystem, type JudgeMissed } from '../estimate/auto-verify.ts';
import { markVerified, takePassage, unverifyPassage } from './changes.ts';
import type { Course } from '../estimate/course.ts';
import { findVerifyFault } from '../time-rules.ts';
import { passageKey, type Run, type RunPassage } from '../run.ts';

// After an outage passages arrive in any order. The system verifies them as if they had arrived in the order of their
// times.

/** The run as known at a time: the passages before it, and an edit made by then. */
export function runAsOf(run: Run, at: number): Run {
  return {
    ...run,
    edit: run.edit !== null && run.edit.at <= at ? run.edit : null,
    passages: run.passages.filter(({ passageAt }) => passageAt < at),
  };
}

export interface Arrival {
  readonly passage: RunPassage;
  readonly course: Course;
  readonly now: number;
  readonly judgeMissed: JudgeMissed;
  /** Whether the passage is verified regardless of the prediction: a user verified it before it had a run. */
  readonly isVerified: boolean;
  /** Whether a user has decided about the passage with this key; the system leaves it as it is. */
  readonly isDecided: (key: string) => boolean;
}

/** Limits the passages that are decided again; more are left as they are. */
const MOST_OPEN = 500;

const byTime = (one: RunPassage, other: RunPassage) =>
  one.passageAt - other.passageAt || (passageKey(one) < passageKey(other) ? -1 : 1);

/** Passages that the system may decide again because of a passage at this time. */
const listOpen = (run: Run, from: RunPassage, isDecided: Arrival['isDecided']): RunPassage[] =>
  run.passages
    .filter((passage) => passage.uid !== null && passage.passageAt >= from.passageAt && !isDecided(passageKey(passage)))
    .toSorted(byTime)
    .slice(0, MOST_OPEN);

/** Replays the open passages in order and returns the keys of those that the system verifies. */
function replay(run: Run, open: readonly RunPassage[], { course, now, judgeMissed }: Arrival): ReadonlySet<string> {
  const unverified = new Set(open.map(passageKey));
  let state: Run = {
    ...run,
    passages: run.passages.map((each) => (unverified.has(passageKey(each)) ? { ...each, isVerified: false } : each)),
  };
  const verified = new Set<string>();
  for (const { isVerified: _was, ...rest } of open) {
    const passage = { ...rest, isVerified: false };
    const isNextInTime = isVerifiedBySystem(runAsOf(state, passage.passageAt), course, passage, now, judgeMissed);
    if (!isNextInTime || findVerifyFault(state, passage, now) !== null) continue;
    verified.add(passageKey(passage));
    state = markVerified(state, passage);
  }
  return verified;
}

function verifyWherePossible(run: Run, passage: RunPassage, now: number): Run {
  return findVerifyFault(run, passage, now) === null ? markVerified(run, passage) : run;
}

/**
 * Adds a passage at its marker and decides the later ones that arrived before it again. Only differences caused by this
 * passage are applied, so changes by users or of settings stay.
 */
export function takeInOrder(run: Run, arrival: Arrival): Run {
  const { passage, now, isDecided } = arrival;
  const taken = takePassage(run, passage);
  if (arrival.isVerified) return verifyWherePossible(taken, passage, now);
  // An unverified passage does not affect the others.
  if (!isVerifiedBySystem(runAsOf(run, passage.passageAt), arrival.course, passage, now, arrival.judgeMissed))
    return taken;
  const open = listOpen(taken, passage, isDecided);
  const after = replay(taken, open, arrival);
  const own = passageKey(passage);
  if (!after.has(own)) return taken;
  const later = open.filter((each) => passageKey(each) !== own);
  const before = replay(run, later, arrival);
  const changed = later.filter((each) => before.has(passageKey(each)) !== after.has(passageKey(each)));
  let next = taken;
  for (const each of changed.filter((one) => !after.has(passageKey(one)))) {
    const unverified = unverifyPassage(next, passageKey(each));
    if (unverified.ok) next = unverified.value;
  }
  next = verifyWherePossible(next, passage, now);
  for (const each of changed.filter((one) => after.has(passageKey(one)))) next = verifyWherePossible(next, each, now);
  return next;
}
