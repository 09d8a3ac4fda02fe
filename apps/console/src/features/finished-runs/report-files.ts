import { create } from 'zustand';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { downloadApi } from '#/api/download.ts';
import { t } from '#/language/t.ts';
import { saveBlob } from '#/ui/field/save-file.ts';
import { showError, showNotice, showSuccess } from '#/ui/toast/toasts.ts';
import { nameReport, type ReportChoice } from './finished.view.ts';

interface RunningReport {
  /** Bytes. */
  readonly received: number;
  readonly cancel: () => void;
}

interface ReportFiles {
  readonly running: ReadonlyMap<number, RunningReport>;
}

/** Downloads of reports, one per run; they continue while other screens are shown. */
export const useReportFiles = create<ReportFiles>()(() => ({ running: new Map() }));

function keep(runId: number, report: RunningReport | null): void {
  useReportFiles.setState(({ running }) => {
    const next = new Map(running);
    if (report) next.set(runId, report);
    else next.delete(runId);
    return { running: next };
  });
}

async function saveReport(
  runId: number,
  runName: string,
  choice: ReportChoice,
  leaving: AbortController,
): Promise<string> {
  let received = 0;
  const cancel = () => leaving.abort();
  const onPiece = ({ byteLength }: Uint8Array) => {
    received += byteLength;
    keep(runId, { received, cancel });
  };
  keep(runId, { received, cancel });
  const file = await downloadApi(
    'POST /pigrun/WriteReport',
    { body: { runId, ...choice } },
    { signal: leaving.signal, onPiece },
  );
  const name = file.name === '' ? nameReport(runName, runId, choice.format) : file.name;
  saveBlob(name, file);
  return name;
}

/** Downloads the report of a run as a file. The reason for a missing report is only logged, with a toast (O-034). */
export function startReport(runId: number, runName: string, choice: ReportChoice): void {
  if (useReportFiles.getState().running.has(runId)) return;
  const leaving = new AbortController();
  const tellFailure = (error: unknown) => {
    if (leaving.signal.aborted) return showNotice(t('Report cancelled'));
    logFailure(error);
    if (isApiError(error, 'report-not-possible')) return showNotice(t('There is no report of this run'), error.detail);
    return showError({
      message: t('The report did not finish'),
      cause: error,
      onRetry: () => startReport(runId, runName, choice),
    });
  };
  saveReport(runId, runName, choice, leaving)
    .then((name) => showSuccess(t('Report downloaded'), name), tellFailure)
    .finally(() => keep(runId, null));
}

/** For the next user who signs in on this page. */
export function cancelReports(): void {
  for (const { cancel } of useReportFiles.getState().running.values()) cancel();
}
