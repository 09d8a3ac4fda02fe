import { writeRun } from '@waymark/contract/runs/write-run';
import { minute, straightRun } from '@waymark/domain/run/testing/straight-run';
import { afterEach, expect, it } from 'vitest';
import { usePassageGuides } from '#/features/notifications/alerts/passage-guide.ts';
import { useRunWindows } from '#/features/runs/run-windows.ts';
import { forgetRuns, putAll } from '#/features/runs/runs-store.ts';
import { trackRun } from '#/features/runs/tracked-run.ts';
import { startPassageGuides } from './guide-passages.ts';

afterEach(forgetRuns);

it('[W-244] the notice of a passage names pig and marker, and leads to the queue of that run', () => {
  const run = straightRun({ runId: 41 }, { M2: { linkedUid: 7 }, M3: { autoLinkedUids: [8] } });
  putAll([trackRun(writeRun(run, minute(10)))]);
  const stop = startPassageGuides(true);
  const { find } = usePassageGuides.getState();
  expect([find(7)?.words, find(8)?.words, find(9)]).toEqual([`${run.pig} at M2`, `${run.pig} at M3`, null]);
  find(8)?.open?.();
  expect(useRunWindows.getState().queue).toMatchObject({ runId: 41 });
  stop();
  expect(usePassageGuides.getState().find(7)).toBeNull();
});

it('[W-244] for a viewer the notice of a passage leads nowhere', () => {
  putAll([trackRun(writeRun(straightRun({}, { M2: { linkedUid: 7 } }), minute(10)))]);
  const stop = startPassageGuides(false);
  expect(usePassageGuides.getState().find(7)).toMatchObject({ open: undefined });
  stop();
});
