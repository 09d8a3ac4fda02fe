import { drawnDistance } from '@waymark/domain/run/estimate/course';
import type { Stretch } from '@waymark/domain/run/estimate/knowledge';
import { showBox } from '#/map/map-commands.ts';
import { measureBox } from './map/run-bounds.ts';
import { sliceTrack } from './map/slice-track.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { selectRun } from '#/features/runs/run-selection.ts';

/** Shows the stretch to search for the pig. */
export function showStretch({ run, course }: Pick<TrackedRun, 'run' | 'course'>, { from, to }: Stretch): void {
  const [fromM, toM] = [drawnDistance(course, from.distanceM), drawnDistance(course, to.distanceM)];
  selectRun(run.runId);
  showBox(measureBox(sliceTrack(course.track, fromM, toM)));
}
