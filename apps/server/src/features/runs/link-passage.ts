import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { takePassage } from '@waymark/domain/run/changes';
import type { Course } from '@waymark/domain/run/course';
import { reckon } from '@waymark/domain/run/estimate';
import { runAsOf, takeInOrder } from '@waymark/domain/run/late-passages';
import { judgeMissed } from '@waymark/domain/run/missed';
import { chooseRun, findMarkerFor, linkDevice, type Candidate } from '@waymark/domain/run/link';
import type { Run, RunPassage } from '@waymark/domain/run/run';
import type { Change } from '../../platform/database/change.ts';
import { listPassagesEndingAt } from '../history/passages.queries.ts';
import { changeRun } from './change-run.ts';
import { listDecided } from './decided-passages.store.ts';
import { findPlaceAt } from './device-places.queries.ts';
import { lockRunsOf, readerOfAll } from './lock-run.ts';
import { toRunPassage } from './run-passage.wire.ts';
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
  row: PassageRow,
  { courses, now }: Linking,
): Promise<void> {
  const passage = toRunPassage(row);
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
    isVerified: row.isVerified,
    isDecided: (key) => decided.has(key),
  });
  const message = countVerified(next) === countVerified(chosen.run) ? 'RunUpdated' : 'PassageVerified';
  await changeRun(change, chosen.run, next, { action: 'run-passage-added', message, now });
}

/** Idempotent. A further record of a linked passage fills the fields that were still empty. */
export async function linkPassage(change: Change, heard: HeardPassage, linking: Linking): Promise<void> {
  const { uid, groupId, endOfSnipAt } = heard;
  await lockRunsOf(change, groupId);
  const reader = readerOfAll(change);
  const [row] = await listPassagesEndingAt(reader, { uid, groupId }, [endOfSnipAt]);
  if (!row) return;
  const ownRunId = await findRunOfPassage(reader, { uid, groupId, endOfSnipAt: new Date(endOfSnipAt) });
  const own = ownRunId === null ? null : await findRun(reader, ownRunId);
  if (own) {
    await changeRun(change, own, takePassage(own, toRunPassage(row)), {
      action: 'run-passage-completed',
      message: 'RunUpdated',
      now: linking.now,
    });
  } else if (heard.isFirst) await linkToRun(change, heard, row, linking);
}
