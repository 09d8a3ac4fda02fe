import { disarmFormula } from '@waymark/domain/report/formula';
import { streamCsv } from '../../platform/csv/stream-csv.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Cells } from './export-cells.ts';

export interface FileForm<Field extends string, Row> {
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
