import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { RunReport } from '@waymark/domain/report/summary-report';
import { INK } from './ink.ts';
import type { Box, PdfDocument, Pen } from './pen.ts';

// The content of every page: the company, the run, and the page number with the total. A4, landscape.

const WIDTH = 841.89;
const HEIGHT = 595.28;
const SIDE = 36;
const TOP = 30;
const HEAD = 20;
const FOOT = 24;

export const SHEET: Box = { x: SIDE, y: TOP + HEAD, width: WIDTH - 2 * SIDE, height: HEIGHT - TOP - HEAD - FOOT - 22 };

export class Sheets {
  readonly pen: Pen;
  readonly #doc: PdfDocument;
  readonly #report: RunReport;
  readonly #count: number;
  #at = 0;

  constructor(doc: PdfDocument, pen: Pen, report: RunReport, count: number) {
    this.#doc = doc;
    this.pen = pen;
    this.#report = report;
    this.#count = count;
  }

  /** Starts a page with a title. */
  start(title: string): void {
    this.#doc.addPage({ size: 'A4', layout: 'landscape', margin: 0 });
    this.#at += 1;
    this.#drawHead(title);
    this.#drawFoot();
  }

  #drawHead(title: string): void {
    const { run } = this.#report;
    const style = { size: 7.5 };
    this.pen.block({ x: SIDE, y: TOP + 0.5, width: 7, height: 7 }, INK.accent);
    this.pen.write('Waymark', [SIDE + 11, TOP - 1], { ...style, isStrong: true });
    const name = `${run.path.name} · Run ${run.runId}`;
    if (this.#at > 1)
      this.pen.write(name, [SIDE + 64, TOP - 1], { ...style, ink: INK.secondary, width: SHEET.width - 260 });
    this.pen.write(title, [SIDE + SHEET.width, TOP - 1], {
      ...style,
      isStrong: true,
      ink: INK.secondary,
      align: 'right',
    });
    this.pen.line([SIDE, TOP + 13], [SIDE + SHEET.width, TOP + 13], { ink: INK.rule, width: 0.7 });
  }

  #drawFoot(): void {
    const y = HEIGHT - FOOT - 8;
    const style = { size: 7, ink: INK.muted };
    this.pen.line([SIDE, y - 5], [SIDE + SHEET.width, y - 5], { ink: INK.hair, width: 0.5 });
    const { companyName, createdAt } = this.#report;
    this.pen.write(`${companyName} · Created ${formatUtcSecond(createdAt)} UTC · All times are UTC`, [SIDE, y], {
      ...style,
      width: SHEET.width - 120,
    });
    this.pen.write(`Page ${this.#at} of ${this.#count}`, [SIDE + SHEET.width, y], { ...style, align: 'right' });
  }
}
