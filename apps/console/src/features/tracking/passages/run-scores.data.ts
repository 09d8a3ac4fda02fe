import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { callApi } from '#/api/client.ts';
import { LateReload } from '#/live/late-reload.ts';
import { liveEvents } from '#/live/live.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { indexScores, type ScoresOfRun } from './run-passages.view.ts';

const SCORES = 'run-scores';
/** The records of one passage are scored one after the other and cause one reload. */
const REST_MS = 1000;
const NONE: ScoresOfRun = new Map();

/** T-203: cached until the run or one of its passages changes. */
const scoresQuery = (runId: number, rev: number) =>
  queryOptions({
    queryKey: [SCORES, runId, rev],
    queryFn: async ({ signal }) => {
      const { machineLearningPassageResultList } = await callApi('POST /pigrun/GetMachineLearningResults', {
        body: { runId },
        signal,
      });
      return indexScores(machineLearningPassageResultList);
    },
    meta: { isShownInPlace: true },
  });

export function useRunScores({ run: { runId, rev, path } }: TrackedRun): ScoresOfRun {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...scoresQuery(runId, rev), placeholderData: keepPreviousData });
  const isWatching = useEffectEvent((uid: number) => path.agms.includes(uid));
  const read = useEffectEvent(() => void queryClient.invalidateQueries({ queryKey: [SCORES, runId] }));
  useEffect(() => {
    const reload = new LateReload(() => read(), REST_MS);
    const stop = liveEvents.listen('ReceivePassageUpdate', ({ uid }) => {
      if (isWatching(uid)) reload.soon();
    });
    return () => {
      reload.stop();
      stop();
    };
  }, []);
  return data ?? NONE;
}
