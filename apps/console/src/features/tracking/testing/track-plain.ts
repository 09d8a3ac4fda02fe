import { writeRun } from '@waymark/contract/runs/write-run';
import type { Run } from '@waymark/domain/run/run';
import { LAUNCH_AT, plainRun } from '@waymark/domain/run/testing/plain-run';
import { trackRun, type TrackedRun } from '#/features/runs/tracked-run.ts';

/** Tracks the run as if the server had sent it. */
export function trackPlain(run: Run = plainRun()): TrackedRun {
  return trackRun(writeRun(run, LAUNCH_AT));
}
