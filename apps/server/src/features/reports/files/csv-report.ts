import { disarmCell } from '@waymark/domain/report/formula';
import { listDefaultLines, listSummaryLines } from '@waymark/domain/report/report-lines';
import type { RunReport } from '@waymark/domain/report/summary-report';
import type { TextReader } from '@waymark/domain/language/reader';
import { streamCsv } from '../../../platform/csv/stream-csv.ts';
import { asOnePage } from '../export-report.ts';
import type { ReportType } from '@waymark/contract/routes/reports';

export function writeCsvReport(report: RunReport, type: ReportType, reader: TextReader): AsyncIterable<string> {
  const [first = [], ...others] =
    type === 'Summary' ? listSummaryLines(report, reader) : listDefaultLines(report, reader);
  return streamCsv(
    { headings: first, writeCells: (line: readonly string[]) => line, disarm: disarmCell },
    asOnePage(others),
  );
}
