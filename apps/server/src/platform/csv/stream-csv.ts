import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify, type Options } from 'csv-stringify/sync';

/** The server does other work between two batches. */
const ROWS_A_PART = 500;
const FORM: Options = { record_delimiter: 'windows' };

export interface CsvForm<Row> {
  readonly headings: readonly string[];
  /** Returns the cells in the order of the headings. */
  readonly writeCells: (row: Row) => readonly unknown[];
  /** Escapes text cells: users enter names, and a spreadsheet must not evaluate them as formulas. */
  readonly disarm: (text: string) => string;
}

/**
 * Writes the pages as CSV while they are read, starting with the byte order mark that makes spreadsheets detect UTF-8.
 */
export async function* streamCsv<Row>(
  form: CsvForm<Row>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, void, undefined> {
  const writeRow = (row: Row) =>
    form.writeCells(row).map((cell) => (typeof cell === 'string' ? form.disarm(cell) : cell));
  yield stringify([form.headings], { ...FORM, bom: true });
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += ROWS_A_PART) {
      yield stringify(page.slice(start, start + ROWS_A_PART).map(writeRow), FORM);
      await nextTurn();
    }
  }
}
