import { UTC } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import type { RunReport } from '@waymark/domain/report/summary-report';
import { INK } from './ink.ts';
import { FOOT, SIDE, TOP } from './layout.ts';
import type { PdfDocument, Pen } from './pen.ts';

// The content of every page: the company, the run, and the page number with the total.

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
    const { width, height } = this.pen.layout.page;
    this.#doc.addPage({ size: [width, height], margin: 0 });
    this.#at += 1;
    this.#drawHead(title);
    this.#drawFoot();
  }

  #drawHead(title: string): void {
    const { run } = this.#report;
    const { sheet, t } = this.pen.layout;
    const style = { size: 7.5 };
    this.pen.block({ x: SIDE, y: TOP + 0.5, width: 7, height: 7 }, INK.accent);
    this.pen.write('Waymark', [SIDE + 11, TOP - 1], { ...style, isStrong: true });
    const name = `${run.path.name} · ${t('Run {runId}', { runId: run.runId })}`;
    if (this.#at > 1)
      this.pen.write(name, [SIDE + 64, TOP - 1], { ...style, ink: INK.secondary, width: sheet.width - 260 });
    this.pen.write(title, [SIDE + sheet.width, TOP - 1], {
      ...style,
      isStrong: true,
      ink: INK.secondary,
      align: 'right',
    });
    this.pen.line([SIDE, TOP + 13], [SIDE + sheet.width, TOP + 13], { ink: INK.rule, width: 0.7 });
  }

  #drawFoot(): void {
    const { sheet, page, zone, t } = this.pen.layout;
    const y = page.height - FOOT - 8;
    const style = { size: 7, ink: INK.muted };
    this.pen.line([SIDE, y - 5], [SIDE + sheet.width, y - 5], { ink: INK.hair, width: 0.5 });
    const { companyName, createdAt } = this.#report;
    const created = t('Created {time}', { time: writeTime(createdAt, zone) });
    const times =
      zone === UTC ? t('All times are UTC') : t('All times are in {zone}, each with its offset from UTC', { zone });
    this.pen.write(`${companyName} · ${created} · ${times}`, [SIDE, y], {
      ...style,
      width: sheet.width - 120,
    });
    this.pen.write(t('Page {page} of {pages}', { page: this.#at, pages: this.#count }), [SIDE + sheet.width, y], {
      ...style,
      align: 'right',
    });
  }
}
