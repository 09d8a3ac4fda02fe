import type { Course } from '@waymark/domain/run/estimate/course';
import { reckon } from '@waymark/domain/run/estimate/estimate';
import { runAsOf, takeInOrder } from '@waymark/domain/run/changes/late-passages';
import { judgeMissed } from '@waymark/domain/run/estimate/missed';
import { chooseRun, findMarkerFor, linkDevice, type Candidate } from '@waymark/domain/run/changes/link';
import { passageKey, type Run, type RunPassage } from '@waymark/domain/run/run';
import type { Change } from '../../platform/database/change.ts';
import { changeRun } from './change-run.ts';
import { listDecided } from './decided-passages.store.ts';
import { findPlaceAt } from './device-places.queries.ts';
import { lockRunsOf, readerOfAll } from './lock-run.ts';
import { findRecorded } from './run-passages.queries.ts';
import { findRun, findRunOfPassage, listRunsWatchedBy } from './runs.queries.ts';

// Assigns a passage that a device has heard to a run and a marker.

export interface HeardPassage {
  readonly uid: number;
  readonly groupId: number;
  /** UTC milliseconds. */
  readonly endOfSnipAt: number;
  /** Only the first record looks for a run. Later records complete it, so that a passage a user took out stays out. */
  readonly isFirst: boolean;
}

export interface Courses {
  courseOf(run: Run): Course;
}

interface Linking {
  readonly courses: Courses;
  readonly now: number;
}

/** The device's place at the time of the passage: crews move devices, and some passages arrive late. */
async function findPlace(
  change: Change,
  { uid, groupId }: HeardPassage,
  { place, passageAt }: RunPassage,
  { path }: Run,
) {
  const told = place ?? (await findPlaceAt(readerOfAll(change), { uid, groupId }, passageAt));
  return told ?? path.offlineAgms[String(uid)] ?? null;
}

const countVerified = ({ passages }: Run) => passages.filter(({ isVerified }) => isVerified).length;

interface Found extends Candidate {
  readonly course: Course;
}

async function listCandidates(
  change: Change,
  heard: HeardPassage,
  passage: RunPassage,
  courses: Courses,
): Promise<Found[]> {
  const candidates: Found[] = [];
  for (const run of await listRunsWatchedBy(readerOfAll(change), heard, passage.passageAt)) {
    const place = await findPlace(change, heard, passage, run);
    const course = courses.courseOf(run);
    const then = runAsOf(run, passage.passageAt);
    candidates.push({
      run,
      course,
      reckoning: reckon(then, course),
      marker: findMarkerFor(then, { uid: heard.uid, place }),
    });
  }
  return candidates;
}

async function linkToRun(
  change: Change,
  heard: HeardPassage,
  { isVerified, ...recorded }: RunPassage,
  { courses, now }: Linking,
): Promise<void> {
  const passage = { ...recorded, isVerified: false };
  const candidates = await listCandidates(change, heard, passage, courses);
  const chosen = candidates.find(({ run }) => run === chooseRun(candidates, passage.passageAt)?.run);
  if (!chosen) return;
  const placed = { ...passage, markerName: chosen.marker?.name ?? null };
  const linked = linkDevice(chosen.run, chosen.marker, heard.uid);
  const decided = await listDecided(change, chosen.run.runId);
  const next = takeInOrder(linked, {
    passage: placed,
    course: chosen.course,
    now,
    judgeMissed,
    isVerified,
    isDecided: (key) => decided.has(key),
  });
  const message = countVerified(next) === countVerified(chosen.run) ? 'RunUpdated' : 'PassageVerified';
  await changeRun(change, chosen.run, next, { action: 'run-passage-added', message, now });
}

/** The run shows a further record as soon as it is stored; its nodes and consoles do not know of it yet. */
async function announceRecord(change: Change, run: Run, key: string, now: number): Promise<void> {
  const passages = run.passages.map((passage) => (passageKey(passage) === key ? { ...passage } : passage));
  await changeRun(change, run, { ...run, passages }, { action: 'run-passage-completed', message: 'RunUpdated', now });
}

/** Links a passage once, however often it is called. For a further record of a linked passage it announces the run. */
export async function linkPassage(change: Change, heard: HeardPassage, linking: Linking): Promise<void> {
  await lockRunsOf(change, heard.groupId);
  const reader = readerOfAll(change);
  const passage = await findRecorded(reader, heard);
  if (!passage) return;
  const ownRunId = await findRunOfPassage(reader, heard);
  if (ownRunId === null) {
    if (heard.isFirst) await linkToRun(change, heard, passage, linking);
    return;
  }
  const own = heard.isFirst ? null : await findRun(reader, ownRunId);
  if (own) await announceRecord(change, own, passageKey(passage), linking.now);
}
