import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { INK, type Outcome } from './ink.ts';
import type { Box, Layout } from './layout.ts';

export type { Box };

// The drawing functions of a page: single lines of text, strokes and signs. In points, from the upper left corner.

const require = createRequire(import.meta.url);
const FONTS = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
} as const;

export interface TextStyle {
  readonly size: number;
  readonly ink?: string;
  readonly isStrong?: boolean;
  /** All figures are equally wide. */
  readonly isTabular?: boolean;
  readonly align?: 'left' | 'right' | 'centre';
  /** A longer text ends in an ellipsis. */
  readonly width?: number;
  /** Degrees, against the clock, about the place. */
  readonly turned?: number;
  /** A line in this colour round the letters, where they stand on a drawing. */
  readonly halo?: string;
}

export type Spot = readonly [x: number, y: number];

interface Stroke {
  readonly ink: string;
  readonly width: number;
  readonly dash?: number;
}

/**
 * How letters are set: `calt` chooses shapes by their neighbours, which takes most of the time of a page and changes nothing
 * here. The library takes this form, its types know only the list.
 */
const asFeatures = (features: Readonly<Record<string, boolean>>) =>
  features as unknown as PDFKit.Mixins.OpenTypeFeatures[];
const PLAIN = asFeatures({ calt: false });
/** Figures stand under each other; pairs of letters are not drawn together, which is the other half of the time. */
const TABULAR = asFeatures({ calt: false, kern: false, tnum: true });
const SIGN = 2.4;
const SMALL_SIGN = 1.6;
/** The size at which widths are remembered. */
const LARGE = 1000;

/** Control characters have no shape, and halves of characters are none. */
const clean = (text: string): string => text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

type Face = Pick<TextStyle, 'size' | 'isStrong' | 'isTabular'>;

const featuresOf = ({ isTabular = false }: Face) => (isTabular ? TABULAR : PLAIN);

export class Pen {
  /** Paper and units of everything that is drawn. */
  readonly layout: Layout;
  readonly #doc: PDFKit.PDFDocument;
  readonly #widths = new Map<string, number>();

  constructor(doc: PDFKit.PDFDocument, layout: Layout) {
    this.layout = layout;
    this.#doc = doc;
    for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  }

  /** Letter by letter: what moves together in print is a hair narrower. */
  measure(text: string, face: Face): number {
    let width = 0;
    for (const letter of clean(text)) width += this.#measureLetter(letter, face);
    return (width / LARGE) * face.size;
  }

  /** `y` is the upper edge of the line. */
  write(text: string, [x, y]: Spot, style: TextStyle): void {
    const { align = 'left', ink = INK.text, turned = 0, width, halo } = style;
    const shown = width === undefined ? clean(text) : this.#shorten(clean(text), style, width);
    const free = align === 'left' ? 0 : this.measure(shown, style) - (width ?? 0);
    const left = align === 'centre' ? x - free / 2 : x - free;
    this.#doc
      .save()
      .font(style.isStrong === true ? 'strong' : 'regular')
      .fontSize(style.size);
    if (turned !== 0) this.#doc.rotate(-turned, { origin: [x, y] });
    // The width that is given is that of underlines, which there are not: the library need not measure it.
    const options = { lineBreak: false, textWidth: 0, features: featuresOf(style) };
    if (halo !== undefined)
      this.#doc
        .lineWidth(1.6)
        .lineJoin('round')
        .strokeColor(halo)
        .text(shown, left, y, { ...options, stroke: true, fill: false });
    this.#doc.fillColor(ink).text(shown, left, y, options).restore();
  }

  /** Broken between words, or within one that is longer than a line. */
  breakLines(text: string, style: Face, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of clean(text)
      .split(/\s+/u)
      .flatMap((whole) => this.#cutWord(whole, style, width))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (this.measure(longer, style) <= width) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    return line === '' ? lines : [...lines, line];
  }

  /** A JPEG picture, as large as fits, from the upper left corner. */
  picture(jpeg: Uint8Array, { x, y, width, height }: Box): void {
    this.#doc.image(Buffer.from(jpeg), x, y, { fit: [width, height] });
  }

  line(from: Spot, to: Spot, stroke: Stroke): void {
    this.path([from, to], stroke);
  }

  path(spots: readonly Spot[], { ink, width, dash }: Stroke): void {
    const [first, ...others] = spots;
    if (!first || others.length === 0) return;
    this.#doc
      .save()
      .lineWidth(width)
      .lineJoin('round')
      .lineCap(dash === undefined ? 'round' : 'butt')
      .strokeColor(ink);
    if (dash !== undefined) this.#doc.dash(dash, { space: dash });
    this.#doc.moveTo(...first);
    for (const spot of others) this.#doc.lineTo(...spot);
    this.#doc.stroke().restore();
  }

  block({ x, y, width, height }: Box, ink: string): void {
    this.#doc.rect(x, y, width, height).fill(ink);
  }

  frame({ x, y, width, height }: Box, { ink, width: lineWidth }: Stroke): void {
    this.#doc.lineWidth(lineWidth).rect(x, y, width, height).stroke(ink);
  }

  polygon(spots: readonly Spot[], ink: string): void {
    this.#doc.polygon(...spots.map(([x, y]) => [x, y])).fill(ink);
  }

  /** Nothing of what is drawn meanwhile is outside the box. */
  within({ x, y, width, height }: Box, draw: () => void): void {
    this.#doc.save().rect(x, y, width, height).clip();
    draw();
    this.#doc.restore();
  }

  /** A small one has no rim: among many it would cut the line to pieces. */
  sign(outcome: Outcome, [x, y]: Spot, size = SIGN): void {
    const doc = this.#doc.save().lineWidth(1);
    const ink = INK[outcome];
    const rim = size < SMALL_SIGN ? ink : INK.casing;
    if (size < SMALL_SIGN) doc.lineWidth(0.1);
    switch (outcome) {
      case 'passed':
        doc.circle(x, y, size).fillAndStroke(ink, rim);
        break;
      case 'manual':
        doc.rect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8).fillAndStroke(ink, rim);
        break;
      case 'missed':
        doc
          .lineWidth(1.2)
          .moveTo(x - size, y - size)
          .lineTo(x + size, y + size)
          .moveTo(x - size, y + size)
          .lineTo(x + size, y - size)
          .stroke(ink);
        break;
      case 'unwatched':
        doc
          .lineWidth(0.8)
          .moveTo(x, y - size)
          .lineTo(x + size, y)
          .lineTo(x, y + size)
          .lineTo(x - size, y)
          .closePath()
          .fillAndStroke(INK.casing, ink);
        break;
      case 'skipped':
        doc
          .lineWidth(0.8)
          .circle(x, y, size * 0.8)
          .fillAndStroke(INK.casing, ink);
        break;
    }
    doc.restore();
  }

  #measureLetter(letter: string, face: Face): number {
    const { isStrong = false, isTabular = false } = face;
    const key = `${letter}${isStrong ? 'strong' : ''}${isTabular ? 'tabular' : ''}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    const width = this.#doc
      .font(isStrong ? 'strong' : 'regular')
      .fontSize(LARGE)
      .widthOfString(letter, { features: featuresOf(face) });
    this.#widths.set(key, width);
    return width;
  }

  #shorten(text: string, style: TextStyle, width: number): string {
    if (this.measure(text, style) <= width) return text;
    let [fits, tooLong] = [0, text.length];
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1;
      if (this.measure(`${text.slice(0, middle)}…`, style) <= width) fits = middle;
      else tooLong = middle;
    }
    return `${text.slice(0, fits).toWellFormed().trimEnd()}…`;
  }

  #cutWord(word: string, style: Face, width: number): string[] {
    if (word === '' || this.measure(word, style) <= width) return [word];
    const letters = Array.from(word);
    const most = Math.max(1, Math.floor(((letters.length * width) / this.measure(word, style)) * 0.9));
    return Array.from({ length: Math.ceil(letters.length / most) }, (_none, at) =>
      letters.slice(at * most, (at + 1) * most).join(''),
    );
  }
}

export type PdfDocument = InstanceType<typeof PDFDocument>;
