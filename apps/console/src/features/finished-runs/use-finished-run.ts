import { useQuery } from '@tanstack/react-query';
import { trackRun } from '#/features/runs/tracked-run.ts';
import { finishedRunQuery } from '#/features/runs/finished.data.ts';
import { useFinished } from '#/features/runs/finished-store.ts';

/** A completed run, kept up to date; a deleted one is not requested. */
export function useFinishedRun(runId: number | null, isWanted = true) {
  const isGone = useFinished(({ gone }) => runId !== null && gone.has(runId));
  return useQuery({
    ...finishedRunQuery(runId ?? -1),
    select: trackRun,
    enabled: isWanted && runId !== null && !isGone,
  });
}
