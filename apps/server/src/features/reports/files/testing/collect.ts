import type { ReportType } from '@waymark/contract/routes/reports';
import type { RunReport } from '@waymark/domain/report/summary-report';
import type { PassageTraces } from '../pdf/waveform-pages.ts';
import { NO_LETTERHEAD, type Letterhead } from '../../letterhead.service.ts';
import { USUAL_STYLE, type PaperStyle } from '../pdf/layout.ts';
import { print } from '../print-job.ts';

export async function collect(parts: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(Buffer.from(part));
  return Buffer.concat(all);
}

/** In this thread. */
export const printPdf = (
  report: RunReport,
  type: ReportType,
  traces: readonly PassageTraces[] = [],
  paper: PaperStyle = { ...USUAL_STYLE, withNotes: true },
  letterhead: Letterhead = NO_LETTERHEAD,
) => collect(print({ format: 'pdf', type, report, traces, paper, letterhead }));
export const printXlsx = (report: RunReport, type: ReportType, paper: PaperStyle = USUAL_STYLE) =>
  collect(print({ format: 'xlsx', type, report, traces: [], paper, letterhead: NO_LETTERHEAD }));
