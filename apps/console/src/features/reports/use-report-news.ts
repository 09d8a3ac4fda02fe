import { readRunUpdate } from '@waymark/contract/runs/run-names';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LateReload } from '#/live/late-reload.ts';
import { liveEvents } from '#/live/live.ts';
import { isWithin } from '#/features/history/history-filter.view.ts';
import { onTimeEdited } from '#/features/devices/windows/passage-edits.ts';
import { refreshReport } from './report.data.ts';
import type { Report } from './report.ts';
import { takeReportUpdate } from './report-update.ts';

/** Several events of one action cause one reload. */
const REST_MS = 500;

interface ReportNews {
  /** Devices have new passages that the report does not contain. */
  readonly hasNews: boolean;
  /** Call it when the report is reloaded. */
  readonly forgetNews: () => void;
}

type Hears = Readonly<Record<'onRefresh' | 'onNews' | 'onGone', () => void>>;

function listenForRun(runId: number, { onRefresh, onGone }: Hears) {
  return liveEvents.listen('ReceivePigRunUpdate', (update) => {
    const { runId: changedId, messageName } = readRunUpdate(update);
    if (changedId !== runId || messageName.startsWith('UpdateLocation')) return;
    if (messageName === 'RunDeleted') onGone();
    else onRefresh();
  });
}

function listenForDevices({ start, end, uids }: Report & { readonly by: 'agms' }, { onNews }: Hears) {
  const listed = new Set(uids);
  return liveEvents.listen('ReceivePassage', ({ uid, passageTimeStamp }) => {
    if (listed.has(uid) && isWithin({ startDate: start, endDate: end }, passageTimeStamp)) onNews();
  });
}

/**
 * Keeps an open report up to date: changes verified rows in place, and reloads if rows are added or removed (P-014,
 * P-015).
 */
export function useReportNews(report: Report): ReportNews {
  const queryClient = useQueryClient();
  const [hasNews, setNews] = useState(false);
  useEffect(() => {
    const reload = new LateReload(() => refreshReport(queryClient, report), REST_MS);
    // A run that no longer exists is not reloaded.
    const hears = { onRefresh: reload.soon, onGone: reload.stop, onNews: () => setNews(true) };
    const stops = [
      reload.stop,
      report.by === 'run' ? listenForRun(report.runId, hears) : listenForDevices(report, hears),
      liveEvents.listen('ReceivePassageUpdate', (update) => {
        if (takeReportUpdate(queryClient, report, update)) reload.soon();
      }),
      onTimeEdited(reload.soon),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, report]);
  return { hasNews, forgetNews: () => setNews(false) };
}
