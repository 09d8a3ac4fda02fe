import { HEARTBEAT_LABELS, PASSAGE_LABELS } from '@waymark/contract/devices/history-labels';
import type { Filter } from '@waymark/contract/paging';
import type { Uid } from '@waymark/domain/ids';
import type { Reader } from '../../platform/database/database.ts';
import { HEARTBEAT_CELLS, PASSAGE_CELLS, type Cells } from './export-cells.ts';
import { readAllHeartbeats } from './heartbeats.queries.ts';
import { readAllPassages } from './passages.queries.ts';
import { disarmFormula } from '@waymark/domain/report/formula';
import { streamCsv } from '../../platform/csv/stream-csv.ts';
import { problem } from '../../platform/http/problem.ts';

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

interface FileForm<Field extends string, Row> {
  /** Each field that a file can have, with its heading. */
  readonly labels: Readonly<Record<Field, string>>;
  readonly cells: Cells<Field, Row>;
}

function readFields<Field extends string, Row>({ labels }: FileForm<Field, Row>, columns: string): Field[] {
  const isField = (name: string): name is Field => Object.hasOwn(labels, name);
  const names = columns.split(',');
  return names.map((name, place) => {
    if (names.indexOf(name) !== place)
      throw problem('validation-failed', { errors: [{ path: 'query.columns', message: `"${name}" is there twice` }] });
    if (isField(name)) return name;
    throw problem('validation-failed', { errors: [{ path: 'query.columns', message: `"${name}" is no column` }] });
  });
}

/** The chosen columns of the rows as CSV. Columns that do not exist are refused before anything is read. */
export function writeCsv<Field extends string, Row>(
  form: FileForm<Field, Row>,
  columns: string,
  pages: AsyncIterable<readonly Row[]>,
): AsyncIterable<string> {
  const fields = readFields(form, columns);
  const cells = fields.map((field) => form.cells[field]);
  return streamCsv(
    {
      headings: fields.map((field) => form.labels[field]),
      writeCells: (row: Row) => cells.map((write) => write(row)),
      disarm: disarmFormula,
    },
    pages,
  );
}
