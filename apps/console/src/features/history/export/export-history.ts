import { downloadApi } from '#/api/client.ts';
import { nameExport, type ExportKind } from './csv-export.ts';
import type { toExportQuery } from '../table/history-order.ts';
import type { WantedExport } from './use-csv-export.ts';

const ADDRESSES = {
  Passage: 'GET /apexagm/:uid/exportPassages',
  Heartbeat: 'GET /apexagm/:uid/exportHeartbeats',
} as const;

/** Exports all rows of a device's history that match the filter. */
export function exportHistory(
  uid: number,
  kind: ExportKind,
  query: ReturnType<typeof toExportQuery>,
  total: number,
): WantedExport {
  return {
    receive: (receiving) => downloadApi(ADDRESSES[kind], { params: { uid }, query }, receiving),
    name: (nowMs) => nameExport(uid, kind, nowMs),
    total,
  };
}
