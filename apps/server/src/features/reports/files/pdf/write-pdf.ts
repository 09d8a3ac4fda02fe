import { setImmediate as nextTurn } from 'node:timers/promises';
import { listTracked, type RunReport } from '@waymark/domain/report/summary-report';
import PDFDocument from 'pdfkit';
import { drawLineMap } from './line-map.ts';
import { drawTablePage, planTable, type TableStyle } from './marker-table.ts';
import { Pen } from './pen.ts';
import { drawRunChart } from './run-chart.ts';
import { SHEET, Sheets } from './sheet.ts';
import { drawTitleBlock } from './title-block.ts';
import { drawTracesPage, planTraces, type PassageTraces } from './waveform-pages.ts';

// The report on paper: title block and map, charts, table, and on request the waveforms.

export interface PdfReport {
  readonly report: RunReport;
  readonly style: TableStyle;
  readonly traces: readonly PassageTraces[];
}

const TITLES: Readonly<Record<TableStyle, string>> = { default: 'Default report', summary: 'Summary report' };
/** The longest notes leave more. */
const LEAST_MAP = 90;

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
export async function* writePdf(job: PdfReport): AsyncGenerator<Uint8Array, void, undefined> {
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
