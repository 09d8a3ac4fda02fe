import type { ReportRow } from '@waymark/domain/report/report-row';
import { ROW_COLUMNS } from '@waymark/domain/report/row-columns';
import { streamCsv, type CsvForm } from '../../platform/csv/stream-csv.ts';

// Each cell stands as the domain has written it: there a minus begins a number, and what people have typed is no formula.
const FORM: CsvForm<ReportRow> = {
  headings: ROW_COLUMNS.map(({ heading }) => heading),
  writeCells: (row) => ROW_COLUMNS.map(({ write }) => write(row)),
  escapesFormulas: false,
};

export function exportReport(pages: AsyncIterable<readonly ReportRow[]>): AsyncIterable<string> {
  return streamCsv(FORM, pages);
}

export async function* asOnePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[], void, undefined> {
  yield rows;
}
