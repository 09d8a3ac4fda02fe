import type { ReportType } from '@waymark/contract/routes/reports';
import { listTracked, type RunReport } from '@waymark/domain/report/summary-report';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { formatDecimals, formatDuration } from '@waymark/domain/report/report-cells';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { metresPerSecond, metresPerSecondToMph } from '@waymark/domain/units/speed';
import { drawTracesPage, planTraces, type PassageTraces } from './pdf/waveform-pages.ts';
import { writeXlsxReport } from './xlsx-report.ts';
import { drawLineMap } from './pdf/line-map.ts';
import { drawTablePage, planTable, type TableStyle } from './pdf/marker-table.ts';
import { Pen } from './pdf/pen.ts';
import { drawRunChart } from './pdf/run-chart.ts';
import { SHEET, Sheets } from './pdf/sheet.ts';
import { INK } from './pdf/ink.ts';

// The head of the first page: the run and its figures in a grid, as on a drawing.
const ROW = 27;

const PAD = 6;

const NONE = '–';

/** A long name is set smaller rather than cut. */
const TITLE_SIZES = [17, 14, 11.5, 9.5];

const LEAST_TITLE = 8.5;

const writeSpeed = (speed: number | null): string =>
  speed === null
    ? NONE
    : `${formatDecimals(speed, 2)} m/s · ${formatDecimals(metresPerSecondToMph(metresPerSecond(speed)), 2)} mph`;

const writeTime = (at: number | null): string => (at === null ? NONE : formatUtcSecond(at));

const TITLES: Readonly<Record<TableStyle, string>> = { default: 'Default report', summary: 'Summary report' };

/** The longest notes leave more. */
const LEAST_MAP = 90;

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

// The report on paper: title block and map, charts, table, and on request the waveforms.
interface PdfReport {
  readonly report: RunReport;
  readonly style: TableStyle;
  readonly traces: readonly PassageTraces[];
}

function openDocument({ report: { run, companyName, createdAt } }: PdfReport) {
  return new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${run.path.name} · Run ${run.runId}`,
      Author: companyName,
      Creator: 'Waymark',
      Producer: 'Waymark',
      CreationDate: new Date(createdAt),
    },
  });
}

function drawFirstPage(sheets: Sheets, { report, style }: PdfReport): void {
  sheets.start(TITLES[style]);
  const bottom = SHEET.y + SHEET.height;
  const y = drawTitleBlock(sheets.pen, report) + 12;
  drawLineMap(sheets.pen, report, {
    x: SHEET.x,
    y: Math.min(y, bottom - LEAST_MAP),
    width: SHEET.width,
    height: Math.max(LEAST_MAP, bottom - y),
  });
}

/** A part for each page: between two of them other work is done. */
function* drawPages(doc: InstanceType<typeof PDFDocument>, job: PdfReport): Generator<void, void, undefined> {
  const { report, style, traces } = job;
  const pen = new Pen(doc);
  const tables = planTable(pen, style === 'summary' ? listTracked(report) : report.rows, style);
  const appendix = planTraces(traces);
  const sheets = new Sheets(doc, pen, report, 2 + tables.length + appendix.length);
  drawFirstPage(sheets, job);
  yield;
  sheets.start('Stringline and leg speeds');
  drawRunChart(pen, report, SHEET);
  yield;
  for (const rows of tables) {
    sheets.start('Markers');
    drawTablePage(pen, rows, style);
    yield;
  }
  for (const passages of appendix) {
    sheets.start('Appendix: recorded waveforms');
    drawTracesPage(pen, passages);
    yield;
  }
}

/** Yields each part as soon as it is written. */
async function* writePdf(job: PdfReport): AsyncGenerator<Uint8Array, void, undefined> {
  const doc = openDocument(job);
  const written: Uint8Array[] = [];
  doc.on('data', (part: Uint8Array) => written.push(part));
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject));
  for (const _page of drawPages(doc, job)) {
    await nextTurn();
    yield* written.splice(0);
  }
  doc.end();
  await ended;
  yield* written.splice(0);
}

type Fact = readonly [caption: string, value: string];

function listFacts({
  run,
  companyName,
  toolType,
  speeds,
  lengthM,
  durationS,
  counts,
}: RunReport): readonly (readonly Fact[])[] {
  return [
    [
      ['Company', companyName],
      ['Pig', run.pig],
      ['Tool type', toolType ?? NONE],
      ['Job number', run.jobNumber ?? NONE],
    ],
    [
      ['Launch (UTC)', writeTime(run.launchAt)],
      ['Receive (UTC)', writeTime(run.completedAt)],
      ['Duration', durationS === null ? NONE : formatDuration(durationS)],
      ['Length', `${formatDecimals(lengthM / 1000, 3)} km`],
    ],
    [
      ['Expected speed', writeSpeed(run.path.expectedSpeed)],
      ['Average speed', writeSpeed(speeds.average)],
      ['Slowest leg', writeSpeed(speeds.least)],
      ['Fastest leg', writeSpeed(speeds.most)],
    ],
    [
      ['Markers tracked', String(counts.tracked)],
      ['Passed', String(counts.passed)],
      ['Manual', String(counts.manual)],
      ['Missed', String(counts.missed)],
      ...(counts.unwatched > 0 ? [['Unwatched', String(counts.unwatched)] as const] : []),
      ['Skipped', String(counts.skipped)],
    ],
  ];
}

function drawGridRow(pen: Pen, facts: readonly Fact[], y: number): void {
  const width = SHEET.width / facts.length;
  for (const [at, [caption, value]] of facts.entries()) {
    const x = SHEET.x + at * width;
    if (at > 0) pen.line([x, y], [x, y + ROW], { ink: INK.hair, width: 0.5 });
    pen.write(caption, [x + PAD, y + 4], { size: 6.5, ink: INK.muted });
    pen.write(value, [x + PAD, y + 12.5], { size: 9, isStrong: true, width: width - 2 * PAD });
  }
}

/** Returns its lower edge. */
function drawTitleBlock(pen: Pen, report: RunReport): number {
  const { run } = report;
  const name = run.path.name === '' ? `Run ${run.runId}` : run.path.name;
  const width = SHEET.width - 90;
  const size =
    TITLE_SIZES.find((candidate) => pen.measure(name, { size: candidate, isStrong: true }) <= width) ?? LEAST_TITLE;
  pen.write(name, [SHEET.x, SHEET.y - 1 + (17 - size) * 0.9], { size, isStrong: true, width });
  pen.write(`Run ${run.runId}`, [SHEET.x + SHEET.width, SHEET.y + 5], { size: 11, ink: INK.secondary, align: 'right' });
  const top = SHEET.y + 27;
  const rows = listFacts(report);
  for (const [at, facts] of rows.entries()) {
    if (at > 0)
      pen.line([SHEET.x, top + at * ROW], [SHEET.x + SHEET.width, top + at * ROW], { ink: INK.hair, width: 0.5 });
    drawGridRow(pen, facts, top + at * ROW);
  }
  const bottom = top + rows.length * ROW;
  pen.frame({ x: SHEET.x, y: top, width: SHEET.width, height: rows.length * ROW }, { ink: INK.frame, width: 0.7 });
  return drawNotes(pen, run.path.notes, bottom);
}

function drawNotes(pen: Pen, notes: string, top: number): number {
  const style = { size: 7.5 };
  const lines = pen.breakLines(notes, style, SHEET.width - 70);
  if (lines.length === 0) return top;
  pen.write('Run notes', [SHEET.x + PAD, top + 7], { ...style, ink: INK.muted });
  for (const [at, line] of lines.entries())
    pen.write(line, [SHEET.x + 64, top + 7 + at * 10], { ...style, ink: INK.secondary });
  return top + 7 + lines.length * 10;
}
