import type { ReportType } from '@waymark/contract/routes/reports';
import type { RunReport } from '@waymark/domain/report/summary-report';
import { writePdf } from './pdf/write-pdf.ts';
import type { PassageTraces } from './pdf/waveform-pages.ts';
import { writeXlsxReport } from './xlsx-report.ts';

// Reports that take long to write.

export interface PrintJob {
  readonly format: 'pdf' | 'xlsx';
  readonly type: ReportType;
  readonly report: RunReport;
  readonly traces: readonly PassageTraces[];
}

export async function* print({ format, type, report, traces }: PrintJob): AsyncGenerator<Uint8Array, void, undefined> {
  if (format === 'xlsx') yield await writeXlsxReport(report, type);
  else yield* writePdf({ report, style: type === 'Summary' ? 'summary' : 'default', traces });
}
