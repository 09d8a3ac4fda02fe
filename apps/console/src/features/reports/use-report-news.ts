import { readRunUpdate } from '@waymark/contract/runs/run-names';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { liveEvents } from '#/live/live.ts';
import { isWithin } from '#/features/history/history-filter.view.ts';
import { onTimeEdited } from '#/features/devices/windows/passage-edits.ts';
import { refreshReport } from './report.data.ts';
import type { Report } from './report.ts';
import { takeReportUpdate } from './report-update.ts';

/** Debounce: several events of one action cause one reload. */
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const onRefresh = () => {
      if (isGone) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void refreshReport(queryClient, report);
      }, REST_MS);
    };
    const onGone = () => {
      // The run no longer exists: do not reload.
      isGone = true;
      clearTimeout(timer);
    };
    const hears = { onRefresh, onGone, onNews: () => setNews(true) };
    const stops = [
      report.by === 'run' ? listenForRun(report.runId, hears) : listenForDevices(report, hears),
      liveEvents.listen('ReceivePassageUpdate', (update) => {
        if (takeReportUpdate(queryClient, report, update)) onRefresh();
      }),
      onTimeEdited(onRefresh),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queryClient, report]);
  return { hasNews, forgetNews: () => setNews(false) };
}
