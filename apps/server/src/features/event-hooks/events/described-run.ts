import type { PathId } from '@waymark/domain/ids';
import type { Run } from '@waymark/domain/run/run';

/** null: the path of the run is deleted. */
export const pathOf = ({ path: { pathId } }: Run): PathId | null => (pathId > 0 ? pathId : null);

/** A run as webhook events have it. */
export const describeRun = (run: Run) => ({
  runId: run.runId,
  pathId: pathOf(run),
  path: run.path.name,
  pig: run.pig,
  jobNumber: run.jobNumber,
});
