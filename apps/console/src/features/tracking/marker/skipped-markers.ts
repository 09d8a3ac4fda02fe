import type { Marker } from '@waymark/domain/path/marker';
import { changeMarker, restoreSkipped } from '@waymark/domain/run/changes/changes';
import type { Run } from '@waymark/domain/run/run';
import { create } from 'zustand';
import { changeRun, UPDATE_FAILURE } from '#/features/runs/change-run.ts';
import { showError, showUndoable } from '#/ui/toast/toasts.ts';

// Markers as they were before this console changed them to SKIP, so that the change can be undone until the page is
// loaded again.

const keyOf = (runId: number, name: string) => JSON.stringify([runId, name]);

const useSkipped = create<{ readonly before: ReadonlyMap<string, Marker> }>()(() => ({ before: new Map() }));

/** The marker as it was; null: this console did not skip it. */
export function useSkippedMarker(runId: number, name: string): Marker | null {
  return useSkipped(({ before }) => before.get(keyOf(runId, name)) ?? null);
}

/** For the next user who signs in on this page. */
export function forgetSkipped(): void {
  useSkipped.setState({ before: new Map() });
}

export function undoSkip(runId: number, before: Marker): Promise<void> {
  return changeRun(runId, (run) => restoreSkipped(run, before));
}

export async function skipMarker({ runId, pig }: Pick<Run, 'runId' | 'pig'>, marker: Marker): Promise<void> {
  let before = marker;
  await changeRun(runId, (run) => {
    before = run.path.markers.find(({ name }) => name === marker.name) ?? marker;
    return changeMarker(run, marker.name, { state: 'SKIP' });
  });
  useSkipped.setState((known) => ({ before: new Map(known.before).set(keyOf(runId, marker.name), before) }));
  showUndoable(`${marker.name} changed to SKIP`, pig, () => {
    undoSkip(runId, before).catch((cause: unknown) => showError({ message: UPDATE_FAILURE, cause }));
  });
}
