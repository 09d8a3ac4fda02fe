import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify, type Options } from 'csv-stringify/sync';

/** Between two parts the server does other work. */
const ROWS_A_PART = 500;
const FORM: Options = { record_delimiter: 'windows' };

export interface CsvForm<Row> {
  readonly headings: readonly string[];
  /** In the order of the headings. */
  readonly writeCells: (row: Row) => readonly unknown[];
  /** For cells that are texts. Names come from people: a spreadsheet is not to take them for formulas. */
  readonly disarm: (text: string) => string;
}

/** The rows of the pages as CSV with the mark by which spreadsheets know UTF-8, written while they are read. */
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
