import { QueryClient } from '@tanstack/react-query';
import { exampleRun } from '@waymark/contract/runs/pig-run';
import { afterEach, expect, it } from 'vitest';
import { announceTimeEdit } from '#/features/devices/windows/passage-edits.ts';
import { finishedRunQuery } from '#/features/runs/finished.data.ts';
import { restoreAfterEdits } from './restore-after-edits.ts';

const client = new QueryClient();
const stop = restoreAfterEdits(client);
const isRestored = (runId: number) => client.getQueryState(finishedRunQuery(runId).queryKey)?.isInvalidated;

afterEach(() => {
  stop();
  client.clear();
});

it('[P-013] a time edited from verify_passage reloads the completed run of the passage, and no other', () => {
  for (const runId of [40, 41]) client.setQueryData(finishedRunQuery(runId).queryKey, { ...exampleRun, runId });
  announceTimeEdit({ source: 'report_manager', uid: 7, runId: 41 });
  announceTimeEdit({ source: 'verify_passage', uid: 7, runId: null });
  expect([isRestored(40), isRestored(41)]).toEqual([false, false]);
  announceTimeEdit({ source: 'verify_passage', uid: 7, runId: 41 });
  expect([isRestored(40), isRestored(41)]).toEqual([false, true]);
});
