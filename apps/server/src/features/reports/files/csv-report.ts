import { disarmCell } from '@waymark/domain/report/formula';
import { listDefaultLines, listSummaryLines } from '@waymark/domain/report/report-lines';
import type { RunReport } from '@waymark/domain/report/summary-report';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import type { UnitSystem } from '@waymark/domain/units/system';
import { streamCsv } from '../../../platform/csv/stream-csv.ts';
import { asOnePage } from '../export-report.ts';
import type { ReportType } from '@waymark/contract/routes/reports';

export function writeCsvReport(
  report: RunReport,
  type: ReportType,
  units: UnitSystem,
  zone: Zone = UTC,
): AsyncIterable<string> {
  const [first = [], ...others] =
    type === 'Summary' ? listSummaryLines(report, units, zone) : listDefaultLines(report, units, zone);
  return streamCsv(
    { headings: first, writeCells: (line: readonly string[]) => line, disarm: disarmCell },
    asOnePage(others),
  );
}
