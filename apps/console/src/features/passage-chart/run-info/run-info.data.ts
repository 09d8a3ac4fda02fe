import type { QueryClient } from '@tanstack/react-query';
import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { refreshHistory } from '#/features/devices/windows/history-reloads.ts';
import { refreshPassages } from '../passage.data.ts';
import type { RunInfo } from './run-info.view.ts';

/** Runs that were active at the time of a passage; reloaded each time. */
export const runsAtQuery = (passageTimeStamp: string) => ({
  ...queryApi('GET /pigrun', { query: { at: passageTimeStamp } }),
  staleTime: 0,
  meta: { isShownInPlace: true },
});

/** null removes the run info. */
async function send(
  { uid, passageId, passageTimeStamp, geoId, magId, elfId }: PassageRow,
  { RunId, PigRunName, ToolName, MarkerName }: RunInfo,
): Promise<void> {
  if (RunId === null || MarkerName === null) {
    const params = { uid, geoId: geoId ?? 0, magId: magId ?? 0, elfId: elfId ?? 0 };
    await callApi('POST /apexagm/passage/:uid/:geoId/:magId/:elfId/clearruninfo', { params });
    return;
  }
  const body = [RunId, PigRunName, ToolName, MarkerName, passageTimeStamp] as const;
  await callApi('POST /apexagm/passage/:uid/:passageId/updateruninfo', { params: { uid, passageId }, body: [...body] });
}

export async function saveRunInfo(queryClient: QueryClient, row: PassageRow, info: RunInfo): Promise<void> {
  try {
    await send(row, info);
  } finally {
    void refreshPassages(queryClient, row.uid);
    void refreshHistory(queryClient, 'passage', row.uid);
  }
}
