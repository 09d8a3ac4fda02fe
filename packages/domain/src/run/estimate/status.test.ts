import { expect, it } from 'vitest';
import { STATUS_WORDS } from '../../words/run-status.ts';
import { manualPassage, type Run } from '../run.ts';
import { after, placeAt, plainRun, withSeen } from '../testing/plain-run.ts';
import { layCourse } from './course.ts';
import { reckon } from './estimate.ts';
import { knowRun } from './knowledge.ts';
import { foresee } from './outlook.ts';
import { judgeStatus } from './status.ts';

/** Ten metres a second: 100 minutes from marker to marker. */
const LEG_S = 6000;
const launched = plainRun([0, 60, 120, 180, 240, 300]);
const underway = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S });

function wordAt(run: Run, seconds: number): string {
  const course = layCourse(run.path);
  const outlook = foresee(run, course, reckon(run, course));
  const now = after(seconds);
  return STATUS_WORDS[judgeStatus(outlook, knowRun(outlook, now), now)];
}

const heardAtM3: Run = {
  ...underway,
  passages: [...underway.passages, { ...manualPassage('M3', after(3 * LEG_S)), uid: 9, isVerified: false }],
};
const paused: Run = { ...underway, edit: { at: after(2.2 * LEG_S), place: placeAt(130_000), speed: 0 } };

it.each([
  ['a launch in the future', launched, -60, 'Waiting for launch'],
  ['no launch time', { ...launched, launchAt: null }, 60, 'Waiting for launch'],
  ['no passage yet', launched, 60, 'Nothing heard since launch'],
  ['a verified passage', underway, 2.5 * LEG_S, 'On its way'],
  ['a speed of 0', paused, 2.5 * LEG_S, 'Paused'],
  ['a plausible passage that is not verified', heardAtM3, 3.1 * LEG_S, 'Passage to verify'],
  ['a silent marker past its latest time', underway, 3.5 * LEG_S, 'Overdue'],
  ['two silent markers long past their times', underway, 20 * LEG_S, 'Stopped'],
])('[W-230] judgeStatus: %s', (_title, run, seconds, word) => {
  expect(wordAt(run, seconds)).toBe(word);
});

it('[W-230] judgeStatus calls an overdue pig late before it calls it stopped', () => {
  const words = Array.from({ length: 200 }, (_, at) => wordAt(underway, (2.5 + at / 20) * LEG_S));
  expect(words.filter((word, at) => word !== words[at - 1])).toEqual(['On its way', 'Overdue', 'Late', 'Stopped']);
});
