import { readRun } from '@waymark/contract/runs/read-run';
import { layCourse, type Course } from '@waymark/domain/run/estimate/course';
import { estimate, reckon, type Estimate, type Reckoning } from '@waymark/domain/run/estimate/estimate';
import { knowRun, type Knowledge } from '@waymark/domain/run/estimate/knowledge';
import { foresee, type Outlook } from '@waymark/domain/run/estimate/outlook';
import type { Run } from '@waymark/domain/run/run';
import type { RunText } from './runs.data.ts';

/** A run in wire format and as the domain's model, with its estimate computed once. */
export interface TrackedRun {
  readonly text: RunText;
  readonly run: Run;
  readonly course: Course;
  readonly reckoning: Reckoning;
}

export function trackRun(text: RunText): TrackedRun {
  const run = readRun(text);
  const course = layCourse(run.path);
  return { text, run, course, reckoning: reckon(run, course) };
}

/** The pig's place at a time of the server's clock. */
export function estimateRun({ run, course, reckoning }: TrackedRun, now: number): Estimate {
  return estimate(reckoning, course, run.path.markers, now);
}

/** Cached by the run's estimate, which is a new object after each change of the run. */
const outlooks = new WeakMap<Reckoning, Outlook>();

export function outlookOf({ run, course, reckoning }: Pick<TrackedRun, 'run' | 'course' | 'reckoning'>): Outlook {
  const outlook = outlooks.get(reckoning) ?? foresee(run, course, reckoning);
  outlooks.set(reckoning, outlook);
  return outlook;
}

export const knowTracked = (tracked: Pick<TrackedRun, 'run' | 'course' | 'reckoning'>, now: number): Knowledge =>
  knowRun(outlookOf(tracked), now);
