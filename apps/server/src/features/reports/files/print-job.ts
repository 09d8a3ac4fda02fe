import type { ReportType } from '@waymark/contract/routes/reports';
import { markTexts } from '@waymark/domain/language/translate';
import type { RunReport } from '@waymark/domain/report/summary-report';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { formatDuration } from '@waymark/domain/report/report-cells';
import type { Zone } from '@waymark/domain/time/zone';
import { headTimes, writeCell } from '@waymark/domain/time/zoned-text';
import type { Letterhead } from '../letterhead.service.ts';
import { drawTracesPage, planTraces, type PassageTraces } from './pdf/waveform-pages.ts';
import { writeControlXlsx, type ControlList } from './control-files.ts';
import { writeXlsxReport } from './xlsx-report.ts';
import { drawLineMap } from './pdf/line-map.ts';
import { layOut, readerOf, type Layout, type PaperStyle } from './pdf/layout.ts';
import {
  drawTablePage,
  listPrinted,
  measureTable,
  planTable,
  type PrintedRow,
  type TableStyle,
} from './pdf/marker-table.ts';
import { Pen, type PdfDocument } from './pdf/pen.ts';
import { drawRunChart } from './pdf/run-chart.ts';
import { drawLetterhead, measureLetterhead } from './pdf/letterhead.ts';
import { planHandover, type HandoverToPrint } from './pdf/handover-pages.ts';
import { Sheets, type AboutSheets } from './pdf/sheet.ts';
import { INK } from './pdf/ink.ts';

// The head of the first page: the run and its figures in a grid, as on a drawing.
const ROW = 27;

const PAD = 6;

const NONE = '–';

/** A long name is set smaller rather than cut. */
const TITLE_SIZES = [17, 14, 11.5, 9.5];

const LEAST_TITLE = 8.5;

const writeInstant = (at: number | null, zone: Zone): string => (at === null ? NONE : writeCell(at, zone));

const TITLES = markTexts({ default: 'Default report', summary: 'Summary report' } satisfies Record<TableStyle, string>);

/** The longest notes leave more. */
const LEAST_MAP = 90;
/** A Summary stands on one page if the map beside its table is not smaller. */
const LEAST_SUMMARY_MAP = 150;
const GAP = 12;

// Reports that take long to write.

interface ControlPrintJob {
  readonly format: 'control-points';
  readonly list: ControlList;
}

/** A report of a run, its control points, or the sheet of a handover. */
export type PrintJob = RunToPrint | ControlPrintJob | HandoverToPrint;

export interface RunToPrint {
  readonly format: 'pdf' | 'xlsx';
  readonly type: ReportType;
  readonly report: RunReport;
  readonly traces: readonly PassageTraces[];
  /** Its paper is that of a PDF file. */
  readonly paper: PaperStyle;
  readonly letterhead: Letterhead;
}

export async function* print(job: PrintJob): AsyncGenerator<Uint8Array, void, undefined> {
  if (job.format === 'control-points') return yield await writeControlXlsx(job.list);
  if (job.format === 'handover') {
    yield* writePdf(nameHandover(job), (doc) => drawHandover(doc, job));
    return;
  }
  const { format, type, report, traces, paper, letterhead } = job;
  if (format === 'xlsx') yield await writeXlsxReport(report, type, readerOf(paper));
  else {
    const style = type === 'Summary' ? 'summary' : 'default';
    yield* writePdf(nameRun(report, paper), (doc) => drawPages(doc, { report, style, traces, paper, letterhead }));
  }
}

const nameHandover = ({ title, companyName, createdAt, paper }: HandoverToPrint): AboutSheets => ({
  name: title,
  language: paper.language,
  companyName,
  createdAt,
});

const nameRun = ({ run, companyName, createdAt }: RunReport, paper: PaperStyle): AboutSheets => ({
  name: `${run.path.name} · ${readerOf(paper).t('Run {runId}', { runId: run.runId })}`,
  language: paper.language,
  companyName,
  createdAt,
});

function* drawHandover(doc: PdfDocument, job: HandoverToPrint): Generator<void, void, undefined> {
  const pen = new Pen(doc, layOut(job.paper));
  const pages = planHandover(pen, job);
  const sheets = new Sheets(doc, pen, nameHandover(job), pages.length);
  for (const page of pages) {
    sheets.start('Shift handover');
    let y = pen.layout.sheet.y;
    for (const { height, draw } of page) {
      draw(y);
      y += height;
    }
    yield;
  }
}

// The report on paper: title block and map, charts, table, and on request the waveforms.
interface PdfReport {
  readonly report: RunReport;
  readonly style: TableStyle;
  readonly traces: readonly PassageTraces[];
  readonly paper: PaperStyle;
  readonly letterhead: Letterhead;
}

function openDocument({ name, language, companyName, createdAt }: AboutSheets) {
  return new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: {
      Title: name,
      Author: companyName,
      Creator: 'Waymark',
      Producer: 'Waymark',
      CreationDate: new Date(createdAt),
    },
  });
}

function drawFirstPage(sheets: Sheets, { report, style, letterhead }: PdfReport): void {
  const { pen } = sheets;
  const { sheet, t } = pen.layout;
  sheets.start(t(TITLES[style]));
  const bottom = sheet.y + sheet.height;
  const y = drawTitleBlock(pen, report, letterhead) + GAP;
  drawLineMap(pen, report, {
    x: sheet.x,
    y: Math.min(y, bottom - LEAST_MAP),
    width: sheet.width,
    height: Math.max(LEAST_MAP, bottom - y),
  });
}

/** A part for each page: between two of them other work is done. */
function* drawPages(doc: PdfDocument, job: PdfReport): Generator<void, void, undefined> {
  const { report, style, traces, paper, letterhead } = job;
  const pen = new Pen(doc, layOut(paper));
  const { sheet, t } = pen.layout;
  const printed = listPrinted(report);
  const isListed = ({ marker, siteAt }: PrintedRow) => marker.state === 'TRACK' || siteAt !== undefined;
  const tables = planTable(pen, style === 'summary' ? printed.filter(isListed) : printed, style);
  const [only = []] = tables;
  const head = measureTitleBlock(pen, report, letterhead);
  const mapHeight = sheet.height - head - 2 * GAP - measureTable(only);
  if (style === 'summary' && tables.length === 1 && mapHeight >= LEAST_SUMMARY_MAP) {
    new Sheets(doc, pen, nameRun(report, paper), 1).start(t(TITLES[style]));
    const top = drawTitleBlock(pen, report, letterhead) + GAP;
    const y = drawTablePage(pen, only, style, top) + GAP;
    drawLineMap(pen, report, { x: sheet.x, y, width: sheet.width, height: sheet.y + sheet.height - y });
    return;
  }
  const appendix = planTraces(traces);
  const sheets = new Sheets(doc, pen, nameRun(report, paper), 2 + tables.length + appendix.length);
  drawFirstPage(sheets, job);
  yield;
  sheets.start(t('Stringline and leg speeds'));
  drawRunChart(pen, report, sheet);
  yield;
  for (const rows of tables) {
    sheets.start(t('Markers'));
    drawTablePage(pen, rows, style);
    yield;
  }
  for (const passages of appendix) {
    sheets.start(t('Appendix: recorded waveforms'));
    drawTracesPage(pen, passages);
    yield;
  }
}

/** Yields each part as soon as it is written. */
async function* writePdf(
  about: AboutSheets,
  drawAll: (doc: PdfDocument) => Iterable<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const doc = openDocument(about);
  const written: Uint8Array[] = [];
  doc.on('data', (part: Uint8Array) => written.push(part));
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject));
  for (const _page of drawAll(doc)) {
    await nextTurn();
    yield* written.splice(0);
  }
  doc.end();
  await ended;
  yield* written.splice(0);
}

type Fact = readonly [caption: string, value: string];

function listFacts(
  { run, companyName, toolType, speeds, lengthM, durationS, counts }: RunReport,
  { measures: { writeSpeed, writeFar }, zone, t }: Layout,
): readonly (readonly Fact[])[] {
  return [
    [
      [t('Company'), companyName],
      [t('Pig'), run.pig],
      [t('Tool type'), toolType ?? NONE],
      [t('Job number'), run.jobNumber ?? NONE],
    ],
    [
      [headTimes(t('Launch'), zone), writeInstant(run.launchAt, zone)],
      [headTimes(t('Receive'), zone), writeInstant(run.completedAt, zone)],
      [t('Duration'), durationS === null ? NONE : formatDuration(durationS)],
      [t('Length'), writeFar(lengthM, 3)],
    ],
    [
      [t('Expected speed'), writeSpeed(run.path.expectedSpeed)],
      [t('Average speed'), writeSpeed(speeds.average)],
      [t('Slowest leg'), writeSpeed(speeds.least)],
      [t('Fastest leg'), writeSpeed(speeds.most)],
    ],
    [
      [t('Markers tracked'), String(counts.tracked)],
      [t('Passed##markers'), String(counts.passed)],
      [t('Manual##markers'), String(counts.manual)],
      [t('Missed##markers'), String(counts.missed)],
      ...(counts.unwatched > 0 ? [[t('Unwatched##markers'), String(counts.unwatched)] as const] : []),
      [t('Skipped##markers'), String(counts.skipped)],
    ],
  ];
}

function drawGridRow(pen: Pen, facts: readonly Fact[], y: number): void {
  const { sheet } = pen.layout;
  const width = sheet.width / facts.length;
  for (const [at, [caption, value]] of facts.entries()) {
    const x = sheet.x + at * width;
    if (at > 0) pen.line([x, y], [x, y + ROW], { ink: INK.hair, width: 0.5 });
    pen.write(caption, [x + PAD, y + 4], { size: 6.5, ink: INK.muted });
    pen.write(value, [x + PAD, y + 12.5], { size: 9, isStrong: true, width: width - 2 * PAD });
  }
}

const TITLE_HEIGHT = 27;
const NOTE = { size: 7.5 } as const;
const NOTE_LINE = 10;

const listNotes = (pen: Pen, { run }: RunReport): string[] =>
  pen.layout.withNotes ? pen.breakLines(run.path.notes, NOTE, pen.layout.sheet.width - 70) : [];

function measureTitleBlock(pen: Pen, report: RunReport, letterhead: Letterhead): number {
  const notes = listNotes(pen, report).length;
  const facts = listFacts(report, pen.layout).length;
  return measureLetterhead(letterhead) + TITLE_HEIGHT + facts * ROW + (notes > 0 ? 7 + notes * NOTE_LINE : 0);
}

/** Returns its lower edge. */
function drawTitleBlock(pen: Pen, report: RunReport, letterhead: Letterhead): number {
  const { run } = report;
  drawLetterhead(pen, letterhead);
  const above = measureLetterhead(letterhead);
  const sheet = { ...pen.layout.sheet, y: pen.layout.sheet.y + above };
  const numbered = pen.layout.t('Run {runId}', { runId: run.runId });
  const name = run.path.name === '' ? numbered : run.path.name;
  const width = sheet.width - 90;
  const size =
    TITLE_SIZES.find((candidate) => pen.measure(name, { size: candidate, isStrong: true }) <= width) ?? LEAST_TITLE;
  pen.write(name, [sheet.x, sheet.y - 1 + (17 - size) * 0.9], { size, isStrong: true, width });
  pen.write(numbered, [sheet.x + sheet.width, sheet.y + 5], { size: 11, ink: INK.secondary, align: 'right' });
  const top = sheet.y + TITLE_HEIGHT;
  const rows = listFacts(report, pen.layout);
  for (const [at, facts] of rows.entries()) {
    if (at > 0)
      pen.line([sheet.x, top + at * ROW], [sheet.x + sheet.width, top + at * ROW], { ink: INK.hair, width: 0.5 });
    drawGridRow(pen, facts, top + at * ROW);
  }
  pen.frame({ x: sheet.x, y: top, width: sheet.width, height: rows.length * ROW }, { ink: INK.frame, width: 0.7 });
  return drawNotes(pen, report, top + rows.length * ROW);
}

function drawNotes(pen: Pen, report: RunReport, top: number): number {
  const { sheet, t } = pen.layout;
  const lines = listNotes(pen, report);
  if (lines.length === 0) return top;
  pen.write(t('Run notes'), [sheet.x + PAD, top + 7], { ...NOTE, ink: INK.muted });
  for (const [at, line] of lines.entries())
    pen.write(line, [sheet.x + 64, top + 7 + at * NOTE_LINE], { ...NOTE, ink: INK.secondary });
  return top + 7 + lines.length * NOTE_LINE;
}
