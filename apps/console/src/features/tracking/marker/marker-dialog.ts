import type { Marker } from '@waymark/domain/path/marker';
import { changeMarker, type MarkerPatch } from '@waymark/domain/run/changes/changes';
import { findMarker, type Run } from '@waymark/domain/run/run';
import { changeRun } from '#/features/runs/change-run.ts';
import { useTrackedRun } from '#/features/runs/runs-store.ts';

export interface MarkerDialogProps {
  readonly isOpen: boolean;
  readonly runId: number;
  readonly markerName: string;
  readonly onClose: () => void;
}

export function useMarker(runId: number, markerName: string): { readonly run: Run; readonly marker: Marker } | null {
  const run = useTrackedRun(runId)?.run;
  const marker = run && findMarker(run, markerName);
  return marker ? { run, marker } : null;
}

export function saveMarker(runId: number, markerName: string, patch: MarkerPatch): Promise<void> {
  return changeRun(runId, (run) => changeMarker(run, markerName, patch));
}
