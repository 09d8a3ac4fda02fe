import { useEffect, useRef, useState } from 'react';
import { t } from '#/language/t.ts';
import { logFailure } from '#/api/api-error.ts';
import type { Receiving } from '#/api/receive.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { saveBlob } from '#/ui/field/save-file.ts';
import { showError, showNotice, showSuccess } from '#/ui/toast/toasts.ts';
import { countLines } from './csv-export.ts';

export interface WantedExport {
  readonly receive: (receiving: Receiving) => Promise<Blob>;
  /** The file name, by the server's time. */
  readonly name: (nowMs: number) => string;
  /** The expected number of rows. */
  readonly total: number;
}

export interface RunningExport {
  readonly total: number;
  /** Lines received so far. */
  readonly lines: number;
}

interface ExportWays {
  /** Reports a failure; a toast by default. */
  readonly onFailed?: (error: unknown) => void;
}

async function saveRows(
  { receive, name }: WantedExport,
  signal: AbortSignal,
  onLines: (count: number) => void,
): Promise<number> {
  let lines = 0;
  const onPiece = (piece: Uint8Array) => {
    lines += countLines(piece);
    onLines(lines);
  };
  const file = await receive({ signal, onPiece });
  saveBlob(name(Date.now() + useServerClock.getState().offsetMs), file);
  return Math.max(0, lines - 1);
}

/** Exports rows into a file, one export at a time; cancelled when the window closes. */
export function useCsvExport({ onFailed }: ExportWays = {}) {
  const [running, setRunning] = useState<RunningExport | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const start = (wanted: WantedExport) => {
    if (current.current) return;
    const { signal } = (current.current = new AbortController());
    setRunning({ total: wanted.total, lines: 0 });
    const tellFailure = (error: unknown) => {
      if (signal.aborted) return showNotice(t('Export cancelled'));
      logFailure(error);
      if (onFailed) return onFailed(error);
      return showError({ message: t('The export did not finish'), cause: error, onRetry: () => start(wanted) });
    };
    saveRows(wanted, signal, (lines) => setRunning({ total: wanted.total, lines }))
      .then((rows) => showSuccess(t('Exported {count} row|Exported {count} rows', { count: rows })), tellFailure)
      .finally(() => {
        current.current = null;
        setRunning(null);
      });
  };
  return { running, start, cancel: () => current.current?.abort() };
}
