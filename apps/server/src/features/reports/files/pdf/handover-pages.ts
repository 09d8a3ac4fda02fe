import type { SheetSection, SheetSectionName } from '@waymark/domain/words/handover-sheet';
import type { Letterhead } from '../../letterhead.service.ts';
import { INK } from './ink.ts';
import type { PaperStyle } from './layout.ts';
import { drawLetterhead, measureLetterhead } from './letterhead.ts';
import type { Pen } from './pen.ts';

// The sheet of a handover on paper: its signatures, the words of the crew, and a table for each section.

export interface HandoverToPrint {
  readonly format: 'handover';
  readonly title: string;
  readonly companyName: string;
  /** UTC milliseconds. */
  readonly createdAt: number;
  /** Captions and values at the head. */
  readonly facts: readonly (readonly [caption: string, value: string])[];
  readonly words: string;
  readonly sections: readonly SheetSection[];
  readonly paper: PaperStyle;
  readonly letterhead: Letterhead;
}

/** A part of a page, drawn from its upper edge. */
interface Block {
  readonly height: number;
  readonly draw: (y: number) => void;
}

const TITLE = { size: 15, isStrong: true } as const;
const HEADING = { size: 9.5, isStrong: true } as const;
const HEAD = { size: 6.6, ink: INK.secondary, isStrong: true } as const;
const CELL = { size: 7 } as const;
const CAPTION = { size: 6.5, ink: INK.muted } as const;
const TITLE_HEIGHT = 26;
const FACT_HEIGHT = 12;
const CAPTION_WIDTH = 90;
const HEADING_HEIGHT = 22;
const HEAD_HEIGHT = 14;
const LINE = 9.2;
const ROOM = 5;
const PAD = 4;
/** A longer row continues in the next one, so that it has room on a page. */
const MOST_LINES = 24;

/** Shares of the width of the page. */
const WIDTHS: Readonly<Record<SheetSectionName, readonly number[]>> = {
  alerts: [4, 4, 5, 9, 4, 6],
  runs: [3, 4, 3, 5, 5, 3, 5, 7, 2],
  silences: [4, 7, 9, 4],
  commands: [4, 3, 7, 4, 4],
  devices: [3, 9, 9, 4],
  notes: [4, 2, 4, 14, 5],
};

interface Column {
  readonly x: number;
  readonly width: number;
}

function placeColumns({ layout: { sheet } }: Pen, shares: readonly number[]): Column[] {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  let x = sheet.x;
  return shares.map((share) => {
    const width = (share / whole) * sheet.width;
    const column = { x, width };
    x += width;
    return column;
  });
}

/** Keeps the line breaks of the text. */
const breakText = (pen: Pen, text: string, width: number): string[] =>
  text.split('\n').flatMap((line) => {
    const lines = pen.breakLines(line, CELL, width);
    return lines.length === 0 ? [''] : lines;
  });

function planHead(pen: Pen, { title, letterhead }: HandoverToPrint): Block {
  const { sheet } = pen.layout;
  const above = measureLetterhead(letterhead);
  return {
    height: above + TITLE_HEIGHT,
    draw: (y) => {
      drawLetterhead(pen, letterhead);
      pen.write(title, [sheet.x, y + above], { ...TITLE, width: sheet.width });
    },
  };
}

function planFact(pen: Pen, [caption, value]: HandoverToPrint['facts'][number]): Block {
  const { sheet } = pen.layout;
  const lines = breakText(pen, value, sheet.width - CAPTION_WIDTH);
  return {
    height: FACT_HEIGHT + (lines.length - 1) * LINE,
    draw: (y) => {
      pen.write(caption, [sheet.x, y + 0.5], CAPTION);
      for (const [at, line] of lines.entries()) pen.write(line, [sheet.x + CAPTION_WIDTH, y + at * LINE], CELL);
    },
  };
}

/** Lines of text that may be divided between pages. */
const planWords = (pen: Pen, words: string): Block[] =>
  breakText(pen, words, pen.layout.sheet.width).map((line) => ({
    height: LINE,
    draw: (y) => pen.write(line, [pen.layout.sheet.x, y], CELL),
  }));

const planHeading = (pen: Pen, text: string): Block => ({
  height: HEADING_HEIGHT,
  draw: (y) => pen.write(text, [pen.layout.sheet.x, y + 8], HEADING),
});

function planHeads(pen: Pen, columns: readonly Column[], heads: readonly string[]): Block {
  const { x, width } = pen.layout.sheet;
  return {
    height: HEAD_HEIGHT,
    draw: (y) => {
      pen.block({ x, y, width, height: HEAD_HEIGHT - 2 }, INK.sunken);
      for (const [at, column] of columns.entries())
        pen.write(heads[at] ?? '', [column.x + PAD, y + 2], { ...HEAD, width: column.width - 2 * PAD });
    },
  };
}

function planRow(pen: Pen, columns: readonly Column[], cells: readonly string[]): Block[] {
  const { x, width } = pen.layout.sheet;
  const broken = columns.map((column, at) => breakText(pen, cells[at] ?? '', column.width - 2 * PAD));
  const count = Math.max(1, ...broken.map((lines) => lines.length));
  return Array.from({ length: Math.ceil(count / MOST_LINES) }, (_none, part): Block => {
    const lines = broken.map((of) => of.slice(part * MOST_LINES, (part + 1) * MOST_LINES));
    const height = Math.max(1, ...lines.map(({ length }) => length)) * LINE + ROOM;
    return {
      height,
      draw: (y) => {
        for (const [at, column] of columns.entries())
          for (const [line, text] of (lines[at] ?? []).entries())
            pen.write(text, [column.x + PAD, y + 2 + line * LINE], CELL);
        pen.line([x, y + height], [x + width, y + height], { ink: INK.hair, width: 0.4 });
      },
    };
  });
}

/** Assigns the blocks to pages before the first one is drawn, because every page shows the total. */
class Pages {
  readonly pages: Block[][] = [[]];
  readonly #height: number;
  #left: number;

  constructor(height: number) {
    this.#height = height;
    this.#left = height;
  }

  /** `above` begins a new page, such as the heads of a table. */
  add(block: Block, above: readonly Block[] = []): void {
    if (block.height > this.#left) {
      this.pages.push([]);
      this.#left = this.#height;
      for (const each of above) this.#put(each);
    }
    this.#put(block);
  }

  /** These blocks begin on one page. */
  addTogether(blocks: readonly Block[]): void {
    if (blocks.reduce((sum, { height }) => sum + height, 0) > this.#left && this.#left < this.#height) {
      this.pages.push([]);
      this.#left = this.#height;
    }
    for (const each of blocks) this.#put(each);
  }

  #put(block: Block): void {
    this.pages.at(-1)?.push(block);
    this.#left -= block.height;
  }
}

function addSection(pen: Pen, pages: Pages, { name, title, heads, rows, total, empty }: SheetSection): void {
  const count = total > rows.length ? `${rows.length} of ${total}` : String(total);
  const heading = planHeading(pen, rows.length === 0 ? title : `${title} (${count})`);
  const columns = placeColumns(pen, WIDTHS[name]);
  const [first, ...others] = rows.flatMap((cells) => planRow(pen, columns, cells));
  if (!first) {
    pages.addTogether([heading, ...planWords(pen, empty)]);
    return;
  }
  const tableHeads = planHeads(pen, columns, heads);
  pages.addTogether([heading, tableHeads, first]);
  for (const row of others) pages.add(row, [planHeading(pen, `${title} (continued)`), tableHeads]);
}

/** The pages, each with its blocks from top to bottom. */
export function planHandover(pen: Pen, job: HandoverToPrint): readonly (readonly Block[])[] {
  const pages = new Pages(pen.layout.sheet.height);
  pages.add(planHead(pen, job));
  for (const fact of job.facts) pages.add(planFact(pen, fact));
  if (job.words !== '') {
    pages.add(planHeading(pen, 'Words of the crew'));
    for (const line of planWords(pen, job.words)) pages.add(line);
  }
  for (const section of job.sections) addSection(pen, pages, section);
  return pages.pages;
}
