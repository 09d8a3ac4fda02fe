import { disarmCell } from '@waymark/domain/report/formula';
import type { ReportRow } from '@waymark/domain/report/report-row';
import { ROW_COLUMNS } from '@waymark/domain/report/row-columns';
import { streamCsv, type CsvForm } from '../../platform/csv/stream-csv.ts';

const FORM: CsvForm<ReportRow> = {
  headings: ROW_COLUMNS.map(({ heading }) => heading),
  writeCells: (row) => ROW_COLUMNS.map(({ write }) => write(row)),
  disarm: disarmCell,
};

export function exportReport(pages: AsyncIterable<readonly ReportRow[]>): AsyncIterable<string> {
  return streamCsv(FORM, pages);
}

export async function* asOnePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[], void, undefined> {
  yield rows;
}
