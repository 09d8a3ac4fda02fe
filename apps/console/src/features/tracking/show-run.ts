import { PLACE_ZOOM } from '#/map/camera/last-view.ts';
import { flyTo, showBox } from '#/map/map-commands.ts';
import { hideRuns } from '#/map/tiles/layer-choice.ts';
import { readServerNow } from '#/features/runs/change-run.ts';
import { selectRun, showCardAlone } from '#/features/runs/run-selection.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { drawPig } from './map/pig-place.ts';
import { boundsOf } from './map/run-bounds.ts';

/** Flies to the pig and chooses its run. */
export function zoomToPig(tracked: TrackedRun): void {
  const { lat, lon } = drawPig(tracked, undefined, readServerNow()).place;
  selectRun(tracked.run.runId);
  flyTo(lat, lon, PLACE_ZOOM);
}

/** The same, with the card in full, also if the user has hidden all runs. */
export function openRunCard(tracked: TrackedRun): void {
  hideRuns(false);
  zoomToPig(tracked);
  showCardAlone(tracked.run.runId);
}

/** Shows the whole line. */
export function fitRun({ run, course }: TrackedRun): void {
  selectRun(run.runId);
  showBox(boundsOf(course));
}
