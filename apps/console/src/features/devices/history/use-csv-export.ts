import { useEffect, useRef, useState } from 'react';
import { downloadApi } from '../../../api/client.ts';
import { logFailure } from '../../../api/log-failure.ts';
import { useServerClock } from '../../../live/clock-store.ts';
import { countWords } from '../../../ui/count-words.ts';
import { saveBlob } from '../../../ui/save-file.ts';
import { showError, showNotice, showSuccess } from '../../../ui/toasts.ts';
import { countLines, nameExport, type ExportKind } from './csv-export.ts';
import type { toExportQuery } from './history-order.ts';

const ADDRESSES = {
  Passage: 'GET /apexagm/:uid/exportPassages',
  Heartbeat: 'GET /apexagm/:uid/exportHeartbeats',
} as const;

export interface WantedExport {
  readonly kind: ExportKind;
  readonly query: ReturnType<typeof toExportQuery>;
  /** How many rows the filter finds. */
  readonly total: number;
}

export interface RunningExport {
  readonly total: number;
  /** That have come. */
  readonly lines: number;
}

async function saveHistory(uid: number, { kind, query }: WantedExport, signal: AbortSignal, onLines: (count: number) => void): Promise<number> {
  let lines = 0;
  const onPiece = (piece: Uint8Array) => {
    lines += countLines(piece);
    onLines(lines);
  };
  const file = await downloadApi(ADDRESSES[kind], { params: { uid }, query }, { signal, onPiece });
  saveBlob(nameExport(uid, kind, Date.now() + useServerClock.getState().offsetMs), file);
  return Math.max(0, lines - 1);
}

/** Writes a device's history into a file, one at a time; ends with the window. */
export function useCsvExport(uid: number) {
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
      return showError({ message: 'The export did not finish', cause: error, onRetry: () => start(wanted) });
    };
    saveHistory(uid, wanted, signal, (lines) => setRunning({ total: wanted.total, lines }))
      .then((rows) => showSuccess(`Exported ${countWords(rows, 'row')}`), tellFailure)
      .finally(() => {
        current.current = null;
        setRunning(null);
      });
  };
  return { running, start, cancel: () => current.current?.abort() };
}
