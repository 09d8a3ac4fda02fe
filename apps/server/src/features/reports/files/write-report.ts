import type { ReportFormat, ReportType } from '@waymark/contract/routes/reports';
import { listMarkerRows } from '@waymark/domain/report/default-report';
import { summarizeRun, type RunReport } from '@waymark/domain/report/summary-report';
import { nameReport } from '@waymark/domain/report/written-names';
import type { Run } from '@waymark/domain/run/run';
import type { ChangeOrigin } from '../../../platform/database/change.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { openReportedRun } from '../run-report.service.ts';
import { readFacts } from '../run-facts.queries.ts';
import { writeCsvReport } from './csv-report.ts';
import type { PassageTraces } from './pdf/waveform-pages.ts';
import type { Press } from './press.ts';
import type { PrintJob } from './print-job.ts';
import { writeProReport } from './pro-report.ts';
import { findAboutRun } from './run-about.queries.ts';
import { readRunWaveforms, type RowWaveforms } from './run-waveforms.queries.ts';

// The one door to a report as a file.

interface ReportDesk {
  readonly database: Database;
  readonly press: Press;
  readonly now: () => number;
}

export interface ReportRequest {
  readonly runId: number;
  readonly reportType: ReportType;
  readonly format: ReportFormat;
  readonly includeWaveforms: boolean;
}

interface WrittenReport {
  readonly name: string;
  readonly parts: AsyncIterable<Uint8Array | string>;
}

async function readReport(reader: Reader, run: Run, createdAt: number): Promise<RunReport> {
  const [facts, about] = await Promise.all([readFacts(reader, run), findAboutRun(reader, run)]);
  return summarizeRun(run, listMarkerRows(run, facts), { ...about, createdAt });
}

const toTraces = ({ row, uid, waveforms }: RowWaveforms): PassageTraces => ({
  markerName: row.marker.name,
  uid,
  passageAt: row.passage?.passageAt ?? 0,
  traces: Object.fromEntries(waveforms.map(({ channel, samplingRate, samples }) => [channel, { samplingRate, samples }])),
});

async function* printParts(press: Press, job: Omit<PrintJob, 'traces'>, waveforms: AsyncIterable<RowWaveforms>): AsyncGenerator<Uint8Array, void, undefined> {
  const traces: PassageTraces[] = [];
  for await (const one of waveforms) traces.push(toTraces(one));
  yield* press.print({ ...job, traces });
}

function writeParts(press: Press, report: RunReport, { reportType: type, format }: ReportRequest, waveforms: AsyncIterable<RowWaveforms>): AsyncIterable<Uint8Array | string> {
  switch (format) {
    case 'csv':
      return writeCsvReport(report, type);
    case 'pro':
      return writeProReport(report, type, waveforms);
    case 'pdf':
    case 'xlsx':
      return printParts(press, { format, type, report }, waveforms);
  }
}

async function* noWaveforms(): AsyncGenerator<RowWaveforms, void, undefined> {}

/** A Summary has no waveforms, nor have the formats of tables. That somebody takes a report away stands in the audit trail. */
export async function writeReport({ database, press, now }: ReportDesk, origin: ChangeOrigin, request: ReportRequest): Promise<WrittenReport> {
  const reader = database.read(origin.scope);
  const run = await openReportedRun(reader, request.runId);
  const report = await readReport(reader, run, now());
  const { runId, reportType, format } = request;
  const includeWaveforms = request.includeWaveforms && reportType === 'Default' && (format === 'pro' || format === 'pdf');
  await database.change(origin, (change) =>
    change.audit({ action: 'report-written', objectType: 'run', objectId: runId, groupId: run.groupId, after: { reportType, format, includeWaveforms } }),
  );
  const waveforms = includeWaveforms ? readRunWaveforms(reader, report.rows) : noWaveforms();
  return { name: nameReport(run.path.pigRunName, runId, reportType, format), parts: writeParts(press, report, request, waveforms) };
}
