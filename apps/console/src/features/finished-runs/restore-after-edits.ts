import type { QueryClient } from '@tanstack/react-query';
import { onTimeEdited } from '#/features/devices/windows/passage-edits.ts';
import { refreshFinished } from '#/features/runs/finished.data.ts';

/**
 * P-013: reloads a completed run after the time of one of its passages was edited from verify_passage, until the
 * returned function is called.
 */
export function restoreAfterEdits(queryClient: QueryClient): () => void {
  return onTimeEdited(({ source, runId }) => {
    if (source === 'verify_passage' && runId !== null) void refreshFinished(queryClient, runId);
  });
}
