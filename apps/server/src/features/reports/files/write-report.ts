import type { ReportFormat, ReportPaper, ReportType } from '@waymark/contract/routes/reports';
import type { RunId } from '@waymark/domain/ids';
import type { Language } from '@waymark/domain/language/language';
import { listMarkerRows } from '@waymark/domain/report/default-report';
import { summarizeRun, type RunReport } from '@waymark/domain/report/summary-report';
import { nameReport } from '@waymark/domain/report/written-names';
import type { Run } from '@waymark/domain/run/run';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import type { UnitSystem } from '@waymark/domain/units/system';
import type { ChangeOrigin } from '../../../platform/database/change.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { findLanguage, findZoneOfReader } from '../../users/users.queries.ts';
import { readLetterhead } from '../letterhead.service.ts';
import { openReportedRun } from '../run-report.service.ts';
import { readFacts } from '../run-facts.queries.ts';
import { readerOf, type PaperStyle } from './pdf/layout.ts';
import type { PassageTraces } from './pdf/waveform-pages.ts';
import { writeProReport } from './pro-report.ts';
import { nameOwner, type ReportCaller, type ReportDesk } from './report-desk.ts';
import { findAboutRun } from './run-about.queries.ts';
import { readRunWaveforms, type RowWaveforms } from './run-waveforms.queries.ts';
import { disarmCell } from '@waymark/domain/report/formula';
import { listDefaultLines, listSummaryLines } from '@waymark/domain/report/report-lines';
import type { TextReader } from '@waymark/domain/language/reader';
import { streamCsv } from '../../../platform/csv/stream-csv.ts';
import { asOnePage } from '../export-report.ts';

// The only entry point to a report as a file.

export interface ReportRequest {
  readonly runId: RunId;
  readonly reportType: ReportType;
  readonly format: ReportFormat;
  readonly includeWaveforms: boolean;
  readonly paper: ReportPaper;
  readonly units: UnitSystem;
  /** undefined: the one in which the caller reads times of this line. */
  readonly timeZone?: Zone | undefined;
  /** undefined: that of the caller; programs get English. */
  readonly language?: Language | undefined;
  readonly includeNotes: boolean;
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
  traces: Object.fromEntries(
    waveforms.map(({ channel, samplingRate, samples }) => [channel, { samplingRate, samples }]),
  ),
});

async function collectTraces(waveforms: AsyncIterable<RowWaveforms>): Promise<PassageTraces[]> {
  const traces: PassageTraces[] = [];
  for await (const one of waveforms) traces.push(toTraces(one));
  return traces;
}

async function* noWaveforms(): AsyncGenerator<RowWaveforms, void, undefined> {}

/**
 * Reads the report and records the export in the audit trail. A Summary and the formats of tables have no waveforms.
 */
async function readAudited({ database, now }: ReportDesk, origin: ChangeOrigin, run: Run, request: ReportRequest) {
  const { runId, reportType, format } = request;
  const reader = database.read(origin.scope);
  const report = await readReport(reader, run, now());
  const includeWaveforms =
    request.includeWaveforms && reportType === 'Default' && (format === 'pro' || format === 'pdf');
  await database.change(origin, (change) =>
    change.audit({
      action: 'report-written',
      objectType: 'run',
      objectId: runId,
      groupId: run.groupId,
      after: { reportType, format, includeWaveforms },
    }),
  );
  return { report, waveforms: includeWaveforms ? readRunWaveforms(reader, report.rows) : noWaveforms() };
}

function findZoneOfCaller({ database }: ReportDesk, { scope, userId }: ChangeOrigin, { path }: Run): Promise<Zone> {
  return userId === null ? Promise.resolve(UTC) : findZoneOfReader(database.read(scope), userId, path.timeZone);
}

async function writeParts(
  desk: ReportDesk,
  { origin, closed }: ReportCaller,
  run: Run,
  request: ReportRequest,
): Promise<AsyncIterable<Uint8Array | string>> {
  const { reportType: type, format } = request;
  const zone = request.timeZone ?? (await findZoneOfCaller(desk, origin, run));
  const language = request.language ?? (await findLanguage(desk.database.read(origin.scope), origin.userId));
  const paper: PaperStyle = {
    paper: request.paper,
    units: request.units,
    zone,
    language,
    withNotes: request.includeNotes,
  };
  const read = () => readAudited(desk, origin, run, request);
  switch (format) {
    case 'csv':
      return writeCsvReport((await read()).report, type, readerOf(paper));
    case 'pro': {
      const { report, waveforms } = await read();
      return writeProReport(report, type, waveforms);
    }
    case 'pdf':
    case 'xlsx': {
      const prepare = async () => {
        const { report, waveforms } = await read();
        const letterhead = await readLetterhead(desk.database.read(origin.scope), run.groupId);
        return { format, type, report, traces: await collectTraces(waveforms), paper, letterhead };
      };
      return desk.press.print({ owner: nameOwner(origin), closed, prepare });
    }
  }
}

export async function writeReport(
  desk: ReportDesk,
  caller: ReportCaller,
  request: ReportRequest,
): Promise<WrittenReport> {
  const { runId, reportType, format } = request;
  const run = await openReportedRun(desk.database.read(caller.origin.scope), runId);
  const parts = await writeParts(desk, caller, run, request);
  return { name: nameReport(run.path.name, runId, reportType, format), parts };
}

export function writeCsvReport(report: RunReport, type: ReportType, reader: TextReader): AsyncIterable<string> {
  const [first = [], ...others] =
    type === 'Summary' ? listSummaryLines(report, reader) : listDefaultLines(report, reader);
  return streamCsv(
    { headings: first, writeCells: (line: readonly string[]) => line, disarm: disarmCell },
    asOnePage(others),
  );
}
