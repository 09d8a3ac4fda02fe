import type { Language } from '@waymark/domain/language/language';
import { UTC } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { INK } from './ink.ts';
import { FOOT, SIDE, TOP } from './layout.ts';
import type { PdfDocument, Pen } from './pen.ts';

// The content of every page: the company, the document, and the page number with the total.

export interface AboutSheets {
  /** Names the document on all pages but the first. */
  readonly name: string;
  readonly language: Language;
  readonly companyName: string;
  /** UTC milliseconds. */
  readonly createdAt: number;
}

export class Sheets {
  readonly pen: Pen;
  readonly #doc: PdfDocument;
  readonly #about: AboutSheets;
  readonly #count: number;
  #at = 0;

  constructor(doc: PdfDocument, pen: Pen, about: AboutSheets, count: number) {
    this.#doc = doc;
    this.pen = pen;
    this.#about = about;
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
    const { sheet } = this.pen.layout;
    const style = { size: 7.5 };
    this.pen.block({ x: SIDE, y: TOP + 0.5, width: 7, height: 7 }, INK.accent);
    this.pen.write('Waymark', [SIDE + 11, TOP - 1], { ...style, isStrong: true });
    if (this.#at > 1)
      this.pen.write(this.#about.name, [SIDE + 64, TOP - 1], {
        ...style,
        ink: INK.secondary,
        width: sheet.width - 260,
      });
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
    const { companyName, createdAt } = this.#about;
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
