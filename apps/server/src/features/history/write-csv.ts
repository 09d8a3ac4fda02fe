import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify, type Options } from 'csv-stringify/sync';
import { problem } from '../../platform/http/problem.ts';
import type { Cells } from './export-cells.ts';

/** Between two parts the server does other work. */
const ROWS_A_PART = 500;
/** Names of runs and markers come from people: a spreadsheet is not to take them for formulas. */
const FORM: Options = { escape_formulas: true, record_delimiter: 'windows' };

export interface FileForm<Field extends string, Row> {
  /** Each field that a file can have, with its heading. */
  readonly labels: Readonly<Record<Field, string>>;
  readonly cells: Cells<Field, Row>;
}

function readFields<Field extends string, Row>({ labels }: FileForm<Field, Row>, columns: string): Field[] {
  const isField = (name: string): name is Field => Object.hasOwn(labels, name);
  return columns.split(',').map((name) => {
    if (isField(name)) return name;
    throw problem('validation-failed', { errors: [{ path: 'query.columns', message: `"${name}" is no column` }] });
  });
}

/**
 * The rows of the pages as CSV with the mark by which spreadsheets know UTF-8, written while they are read. Columns that
 * do not exist are refused before anything is read.
 */
export function writeCsv<Field extends string, Row>(
  form: FileForm<Field, Row>,
  columns: string,
  pages: AsyncIterable<readonly Row[]>,
): AsyncIterable<string> {
  const fields = readFields(form, columns);
  return writeParts(fields.map((field) => form.labels[field]), fields.map((field) => form.cells[field]), pages);
}

async function* writeParts<Row>(
  headings: readonly string[],
  cells: ReadonlyArray<(row: Row) => unknown>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, void, undefined> {
  yield stringify([headings], { ...FORM, bom: true });
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += ROWS_A_PART) {
      const part = page.slice(start, start + ROWS_A_PART);
      yield stringify(part.map((row) => cells.map((write) => write(row))), FORM);
      await nextTurn();
    }
  }
}
