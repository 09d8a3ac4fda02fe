import { useEffect, useRef, useState } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import type { Receiving } from '#/api/receive.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { countWords } from '#/ui/table/count-words.ts';
import { saveBlob } from '#/ui/field/save-file.ts';
import { showError, showNotice, showSuccess } from '#/ui/toast/toasts.ts';
import { countLines } from './csv-export.ts';

export interface WantedExport {
  readonly receive: (receiving: Receiving) => Promise<Blob>;
  /** What the file is called, by the server's time. */
  readonly name: (nowMs: number) => string;
  /** How many rows there will be. */
  readonly total: number;
}

export interface RunningExport {
  readonly total: number;
  /** That have come. */
  readonly lines: number;
}

interface ExportWays {
  /** How a failure is told; a toast unless there is another way. */
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

/** Writes rows into a file, one at a time; ends with the window. */
export function useCsvExport({ onFailed }: ExportWays = {}) {
  const [running, setRunning] = useState<RunningExport | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const start = (wanted: WantedExport) => {
    if (current.current) return;
    const { signal } = (current.current = new AbortController());
    setRunning({ total: wanted.total, lines: 0 });
    const tellFailure = (error: unknown) => {
      if (signal.aborted) return showNotice('Export cancelled');
      logFailure(error);
      if (onFailed) return onFailed(error);
      return showError({ message: 'The export did not finish', cause: error, onRetry: () => start(wanted) });
    };
    saveRows(wanted, signal, (lines) => setRunning({ total: wanted.total, lines }))
      .then((rows) => showSuccess(`Exported ${countWords(rows, 'row')}`), tellFailure)
      .finally(() => {
        current.current = null;
        setRunning(null);
      });
  };
  return { running, start, cancel: () => current.current?.abort() };
}
