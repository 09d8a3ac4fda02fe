import { HEARTBEAT_LABELS, PASSAGE_LABELS } from '@waymark/contract/devices/history-labels';
import type { Filter } from '@waymark/contract/paging';
import type { Uid } from '@waymark/domain/ids';
import type { Reader } from '../../platform/database/database.ts';
import { HEARTBEAT_CELLS, PASSAGE_CELLS } from './export-cells.ts';
import { readAllHeartbeats } from './heartbeats.queries.ts';
import { readAllPassages } from './passages.queries.ts';
import { writeCsv } from './write-csv.ts';

type FileQuery = Filter & {
  /** Fields, separated by commas. */
  readonly columns: string;
};

/** "100234-Passage-2026-03-18.csv": uid, kind and UTC day. */
export function nameFile(uid: Uid, what: 'Passage' | 'Heartbeat', now: number): string {
  return `${uid}-${what}-${new Date(now).toISOString().slice(0, 10)}.csv`;
}

export function writePassageFile(reader: Reader, uid: Uid, query: FileQuery): AsyncIterable<string> {
  return writeCsv({ labels: PASSAGE_LABELS, cells: PASSAGE_CELLS }, query.columns, readAllPassages(reader, uid, query));
}

export function writeHeartbeatFile(reader: Reader, uid: Uid, query: FileQuery): AsyncIterable<string> {
  return writeCsv(
    { labels: HEARTBEAT_LABELS, cells: HEARTBEAT_CELLS },
    query.columns,
    readAllHeartbeats(reader, uid, query),
  );
}
