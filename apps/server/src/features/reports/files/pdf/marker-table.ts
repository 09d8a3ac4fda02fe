import { MANUAL, MISSED, SKIPPED, UNWATCHED, type MarkerRow } from '@waymark/domain/report/default-report';
import type { RunReport } from '@waymark/domain/report/summary-report';
import type { TextReader } from '@waymark/domain/language/reader';
import { markTexts, type Translate } from '@waymark/domain/language/translate';
import { AUTOMATIC } from '@waymark/domain/run/run';
import { UTC } from '@waymark/domain/time/zone';
import { headTimes, writeCell } from '@waymark/domain/time/zoned-text';
import { formatDecimals, formatDuration } from '@waymark/domain/report/report-cells';
import { nameFrequency, readAltitude } from '@waymark/domain/report/report-columns';
import { describeVerifier } from '@waymark/domain/words/verified-by';
import { writePassageTime } from '@waymark/domain/report/row-columns';
import { formatFirmwareVersion } from '@waymark/domain/device/firmware';
import { findOutcome, INK } from './ink.ts';
import type { Pen } from './pen.ts';
import type { Layout } from './layout.ts';

// The table of markers on as many pages as needed, each with the column heads.

const TEXT = { size: 6.6 } as const;
const MORE = { size: 6, ink: INK.muted } as const;
const HEAD_HEIGHT = 22;
const LINE = 12.5;
const MORE_LINE = 8.2;
const INDENT = 22;
const PAD = 5;
/** Before the words of an outcome. */
const SIGN_ROOM = 9;
const OUTCOME = { ...TEXT, isTabular: true } as const;

/** A row as it is printed. */
export interface PrintedRow extends MarkerRow {
  /** Launch and receive: set by a user, without a passage. */
  readonly siteAt?: number;
}

interface Column {
  readonly heads: readonly [string, string?];
  readonly width: number;
  readonly align?: 'right';
  /** Never narrower than its content. */
  readonly kind?: 'outcome' | 'time';
  readonly read: (row: PrintedRow) => string | null;
}

const decimals = (value: number | null, count: number) => (value === null ? null : formatDecimals(value, count));
const duration = (seconds: number | null) => (seconds === null ? null : formatDuration(seconds));
const plain = (value: number | null) => (value === null ? null : String(value));
const right = (heads: Column['heads'], width: number, read: Column['read']): Column => ({
  heads,
  width,
  align: 'right',
  read,
});

/** The column with the sign of the outcome. */
const isOutcome = ({ kind }: Column) => kind === 'outcome';
const nameOf = (t: Translate): Column => ({ heads: [t('Marker')], width: 92, read: ({ marker }) => marker.name });
const typeOf = (t: Translate): Column => ({
  heads: [t('Passage')],
  width: 66,
  kind: 'outcome',
  read: ({ type }) => t(type),
});
const timeOf = ({ t, zone }: TextReader): Column => ({
  heads: [headTimes(t('Time'), zone)],
  kind: 'time',
  width: zone === UTC ? 94 : 118,
  read: ({ passage, siteAt }) =>
    siteAt === undefined ? passage && writePassageTime(passage, zone) : writeCell(siteAt, zone),
});
const NUMBER = right(['#'], 20, ({ number }) => String(number));

const speedOfLeg = ({ t, measures: { speed: unit } }: Layout, width: number): Column =>
  right([t('Leg##head'), unit.name], width, ({ leg }) => {
    const speed = leg?.speed ?? null;
    return speed === null ? null : formatDecimals(unit.fromSi(speed), 2);
  });

/** The words of a head on its two lines. */
function twoLines(words: string): Column['heads'] {
  const [first = '', ...others] = words.split(' ');
  return others.length === 0 ? [first] : [first, others.join(' ')];
}

function listDefaultColumns(layout: Layout): Column[] {
  const { t, measures } = layout;
  const { near, writeNear } = measures;
  return [
    NUMBER,
    nameOf(t),
    { heads: [t('Kind')], width: 46, read: ({ marker }) => marker.description },
    right([t('Distance'), near.name], 50, ({ marker }) => writeNear(marker.fromLaunchM, 1)),
    typeOf(t),
    timeOf(layout),
    right(twoLines(t('Elapsed##head')), 38, ({ elapsedS }) => duration(elapsedS)),
    right([t('Leg##head'), near.name], 46, ({ leg }) => writeNear(leg && leg.distanceM, 1)),
    right(twoLines(t('Leg time##head')), 34, ({ leg }) => duration(leg && leg.seconds)),
    speedOfLeg(layout, 28),
    right(['AGM', 'UID'], 54, ({ passage }) => plain(passage && passage.uid)),
    right([t('FW')], 28, ({ facts }) => (facts.firmware === null ? null : formatFirmwareVersion(facts.firmware))),
    right([t('Count##head')], 27, ({ passage }) => plain(passage && passage.detectionCount)),
    right(['Hz'], 22, ({ passage, type }) => {
      const frequency = nameFrequency(passage && passage.frequency, type);
      return typeof frequency === 'string' ? frequency : plain(frequency);
    }),
    right(['ML %', 'ELF'], 25, ({ facts }) => decimals(facts.percents.elf, 1)),
    right(['', 'GEO'], 25, ({ facts }) => decimals(facts.percents.geo, 1)),
    right(['', 'MAG'], 25, ({ facts }) => decimals(facts.percents.mag, 1)),
  ];
}

const listSummaryColumns = (layout: Layout): Column[] => {
  const { t, measures } = layout;
  return [
    { ...NUMBER, width: 30 },
    { ...nameOf(t), width: 170 },
    right([t('Distance'), measures.near.name], 90, ({ marker }) => measures.writeNear(marker.fromLaunchM, 1)),
    { heads: [''], width: 24, read: () => null },
    { ...typeOf(t), width: 130 },
    { ...timeOf(layout), width: 150 },
    { heads: [t('Verified by')], width: 110, read: ({ passage }) => nameVerifier(passage, t) },
    speedOfLeg(layout, 80),
  ];
};

function nameVerifier(passage: PrintedRow['passage'], t: Translate): string | null {
  const name = passage?.verifiedBy ?? null;
  return name === AUTOMATIC ? t('automatic') : name;
}

const SITES = markTexts({ launch: 'Launch', receive: 'Receive' });

/** The launch and receive site with their times: no passage is expected there. */
export function listPrinted({ rows, run }: Pick<RunReport, 'rows' | 'run'>): PrintedRow[] {
  const last = rows.length - 1;
  return rows.map((row, at) => {
    const [word, siteAt] = at === 0 ? [SITES.launch, run.launchAt] : [SITES.receive, run.completedAt];
    const isSite = (at === 0 || at === last) && row.type === SKIPPED;
    if (!isSite || siteAt === null) return row;
    const elapsedS = run.launchAt === null ? null : (siteAt - run.launchAt) / 1000;
    return { ...row, type: word, siteAt, elapsedS };
  });
}

/** Texts that do not fit into the columns: about the device, and the user's notes. */
function listMore({ facts, marker, passage }: PrintedRow, { layout: { measures, withNotes, t } }: Pen): string {
  const { place, altitudeMm, batteryMv, signalDbm } = facts;
  const altitudeM = readAltitude(altitudeMm);
  const parts = [
    passage?.verifiedBy === undefined ? null : describeVerifier(passage, t),
    place && t('AGM at {place}', { place: `${place.lat.toFixed(6)}, ${place.lon.toFixed(6)}` }),
    altitudeM === null ? null : `${measures.writeNear(altitudeM, 1)} ${measures.near.name}`,
    batteryMv === null ? null : `${formatDecimals(batteryMv / 1000, 2)} V`,
    signalDbm === null ? null : `${signalDbm} dBm`,
    marker.note === '' || !withNotes ? null : t('Note: {note}', { note: marker.note }),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

export interface TableRow {
  readonly row: PrintedRow;
  readonly more: readonly string[];
  readonly height: number;
}

export type TableStyle = 'default' | 'summary';

/** Assigns rows to pages before the first one is drawn, because every page shows the total. */
export function planTable(pen: Pen, rows: readonly PrintedRow[], style: TableStyle): TableRow[][] {
  const { sheet } = pen.layout;
  const pages: TableRow[][] = [];
  let left = 0;
  for (const row of rows) {
    const more = style === 'summary' ? [] : pen.breakLines(listMore(row, pen), MORE, sheet.width - INDENT - 8);
    const height = LINE + more.length * MORE_LINE;
    if (height > left) {
      pages.push([]);
      left = sheet.height - HEAD_HEIGHT;
    }
    pages.at(-1)?.push({ row, more, height });
    left -= height;
  }
  return pages;
}

interface Placed extends Column {
  readonly x: number;
}

const widthOf = (columns: readonly Column[]) => columns.reduce((sum, { width }) => sum + width, 0);

/** The outcomes are longer in some languages; no time is cut for them. */
function measureLeast(pen: Pen, { kind, width }: Column): number {
  if (kind === 'time') return width;
  if (kind === undefined) return 0;
  const words = [MANUAL, MISSED, SKIPPED, UNWATCHED].map((type) => pen.measure(pen.layout.t(type), OUTCOME));
  return Math.max(...words) + SIGN_ROOM + PAD;
}

/** Distributes the free width over all columns. */
function placeColumns(pen: Pen, style: TableStyle): Placed[] {
  const { layout } = pen;
  const { sheet } = layout;
  const columns = style === 'summary' ? listSummaryColumns(layout) : listDefaultColumns(layout);
  const share = sheet.width / widthOf(columns);
  const fixed = columns.filter(({ kind }) => kind !== undefined);
  const widths = new Map(fixed.map((column) => [column, Math.max(share * column.width, measureLeast(pen, column))]));
  const left = sheet.width - [...widths.values()].reduce((sum, width) => sum + width, 0);
  const stretch = left / (widthOf(columns) - widthOf(fixed));
  let x = sheet.x;
  return columns.map((column) => {
    const placed = { ...column, x, width: widths.get(column) ?? column.width * stretch };
    x += placed.width;
    return placed;
  });
}

function writeIn(pen: Pen, { x, width, align }: Placed, text: string, y: number, ink: string): void {
  const room = width - PAD;
  pen.write(text, [align === 'right' ? x + width - 3 : x + 3, y], {
    ...TEXT,
    ink,
    isTabular: true,
    ...(align === 'right' ? { align } : { width: room }),
  });
}

/** A head that is too long for its column ends in an ellipsis. */
function writeHead(pen: Pen, { x, width, align }: Placed, text: string, y: number): void {
  pen.write(text, [align === 'right' ? x + 2 : x + 3, y], {
    ...TEXT,
    ink: INK.secondary,
    isStrong: true,
    isTabular: true,
    width: width - PAD,
    ...(align && { align }),
  });
}

function drawHeads(pen: Pen, columns: readonly Placed[], top: number): void {
  const { x, width } = pen.layout.sheet;
  pen.block({ x, y: top, width, height: HEAD_HEIGHT - 2 }, INK.sunken);
  for (const column of columns) {
    const [first, second] = column.heads;
    if (second === undefined) writeHead(pen, column, first, top + 10);
    else {
      writeHead(pen, column, first, top + 2);
      writeHead(pen, column, second, top + 10);
    }
  }
  pen.line([x, top + HEAD_HEIGHT - 2], [x + width, top + HEAD_HEIGHT - 2], { ink: INK.frame, width: 0.7 });
}

function drawRow(pen: Pen, columns: readonly Placed[], { row, more }: TableRow, y: number): void {
  const outcome = findOutcome(row);
  const plainInk = outcome === 'skipped' ? INK.muted : INK.text;
  for (const column of columns) {
    const text = column.read(row);
    if (text === null) continue;
    const isType = isOutcome(column) && row.siteAt === undefined;
    if (isType) pen.sign(outcome, [column.x + 5, y + 6.2], 2);
    const placed = isType ? { ...column, x: column.x + SIGN_ROOM, width: column.width - SIGN_ROOM } : column;
    writeIn(pen, placed, text, y + 2.2, isType ? INK[outcome] : plainInk);
  }
  for (const [at, line] of more.entries())
    pen.write(line, [pen.layout.sheet.x + INDENT, y + LINE - 1.5 + at * MORE_LINE], MORE);
}

/** The height of a page of the table with its heads. */
export const measureTable = (rows: readonly TableRow[]): number =>
  rows.reduce((sum, { height }) => sum + height, HEAD_HEIGHT);

/** Returns its lower edge. */
export function drawTablePage(
  pen: Pen,
  rows: readonly TableRow[],
  style: TableStyle,
  top = pen.layout.sheet.y,
): number {
  const { x, width } = pen.layout.sheet;
  const columns = placeColumns(pen, style);
  drawHeads(pen, columns, top);
  let y = top + HEAD_HEIGHT;
  for (const row of rows) {
    drawRow(pen, columns, row, y);
    y += row.height;
    pen.line([x, y], [x + width, y], { ink: INK.hair, width: 0.4 });
  }
  return y;
}
