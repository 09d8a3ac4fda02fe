import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { isVerifiedBySystem } from '@waymark/domain/run/auto-verify';
import { markVerified, takePassage } from '@waymark/domain/run/changes';
import type { Course } from '@waymark/domain/run/course';
import { reckon } from '@waymark/domain/run/estimate';
import { judgeMissed } from '@waymark/domain/run/missed';
import { chooseRun, findMarkerFor, linkDevice, type Candidate } from '@waymark/domain/run/link';
import type { Run, RunPassage } from '@waymark/domain/run/run';
import { findVerifyFault } from '@waymark/domain/run/time-rules';
import type { Change } from '../../platform/database/change.ts';
import { listPassagesEndingAt } from '../history/passages.queries.ts';
import { changeRun } from './change-run.ts';
import { findPlaceAt } from './device-places.queries.ts';
import { holdRunsOf, readerOfAll } from './hold-run.ts';
import { toRunPassage } from './run-passage.wire.ts';
import { findRun, findRunOfPassage, listRunsWatchedBy } from './runs.queries.ts';

// A passage that a device has heard finds its run and its marker.

export interface HeardPassage {
  readonly uid: number;
  readonly groupId: number;
  /** UTC milliseconds. */
  readonly endOfSnipAt: number;
  /** Its first record finds the run; the others add to what is there: what a person has taken out of a run stays out. */
  readonly isFirst: boolean;
}

export interface Courses {
  courseOf(run: Run): Course;
}

interface Linking {
  readonly courses: Courses;
  readonly now: number;
}

/** Where the device stood when it heard it: crews carry their devices on, and some passages arrive late. */
async function findPlace(
  change: Change,
  { uid, groupId }: HeardPassage,
  { place, passageAt }: RunPassage,
  { path }: Run,
) {
  const told = place ?? (await findPlaceAt(readerOfAll(change), { uid, groupId }, passageAt));
  return told ?? path.offlineAgms[String(uid)] ?? null;
}

interface Found extends Candidate {
  readonly course: Course;
}

/** Whether it counts: a person has said so before it had a run, or its marker wants that and nothing speaks against it. */
function isVerified({ run, course }: Found, placed: RunPassage, row: PassageRow, now: number): boolean {
  return row.isVerified
    ? findVerifyFault(run, placed, now) === null
    : isVerifiedBySystem(run, course, placed, now, judgeMissed);
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
    candidates.push({
      run,
      course,
      reckoning: reckon(run, course),
      marker: findMarkerFor(run, { uid: heard.uid, place }),
    });
  }
  return candidates;
}

async function giveToRun(
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
  const taken = takePassage(linkDevice(chosen.run, chosen.marker, heard.uid), placed);
  const counts = isVerified(chosen, placed, row, now);
  const message = counts ? 'PassageVerified' : 'RunUpdated';
  await changeRun(change, chosen.run, counts ? markVerified(taken, placed) : taken, {
    action: 'run-passage-added',
    message,
    now,
  });
}

/** A second time changes nothing; another record of a passage that is there fills what it lacks. */
export async function linkPassage(change: Change, heard: HeardPassage, linking: Linking): Promise<void> {
  const { uid, groupId, endOfSnipAt } = heard;
  await holdRunsOf(change, groupId);
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
  } else if (heard.isFirst) await giveToRun(change, heard, row, linking);
}
