import type { QueryClient } from '@tanstack/react-query';
import { onTimeEdited } from '#/features/devices/windows/passage-edits.ts';
import { refreshFinished } from '#/features/runs/finished.data.ts';

/** P-013: a passage of a completed run that was to be verified has another time now: the run is read anew, until the answer is called. */
export function restoreAfterEdits(queryClient: QueryClient): () => void {
  return onTimeEdited(({ source, runId }) => {
    if (source === 'verify_passage' && runId !== null) void refreshFinished(queryClient, runId);
  });
}
