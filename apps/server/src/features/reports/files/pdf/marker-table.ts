import type { MarkerRow } from '@waymark/domain/report/default-report';
import { formatDecimals, formatDuration } from '@waymark/domain/report/report-cells';
import { nameFrequency, readAltitude } from '@waymark/domain/report/report-columns';
import { writePassageTime } from '@waymark/domain/report/row-columns';
import { formatFirmwareVersion } from '@waymark/domain/device/firmware';
import { metresPerSecond, metresPerSecondToMph } from '@waymark/domain/units/speed';
import { findOutcome, INK } from './ink.ts';
import type { Pen } from './pen.ts';
import { SHEET } from './sheet.ts';

// The table of markers on as many pages as needed, each with the column heads.

const TEXT = { size: 6.6 } as const;
const MORE = { size: 6, ink: INK.muted } as const;
const HEAD_HEIGHT = 22;
const LINE = 12.5;
const MORE_LINE = 8.2;
const INDENT = 22;

interface Column {
  readonly heads: readonly [string, string?];
  readonly width: number;
  readonly align?: 'right';
  readonly read: (row: MarkerRow) => string | null;
}

const speedOf = ({ leg }: MarkerRow) => leg?.speed ?? null;
const decimals = (value: number | null, count: number) => (value === null ? null : formatDecimals(value, count));
const duration = (seconds: number | null) => (seconds === null ? null : formatDuration(seconds));
const plain = (value: number | null) => (value === null ? null : String(value));

const NAME: Column = { heads: ['Marker'], width: 92, read: ({ marker }) => marker.name };
const TYPE: Column = { heads: ['Passage'], width: 72, read: ({ type }) => type };
const TIME: Column = { heads: ['Time (UTC)'], width: 94, read: ({ passage }) => passage && writePassageTime(passage) };
const MPS: Column = { heads: ['Leg', 'm/s'], width: 28, align: 'right', read: (row) => decimals(speedOf(row), 2) };
const MPH: Column = {
  heads: ['Leg', 'mph'],
  width: 28,
  align: 'right',
  read: (row) => decimals(speedOf(row) === null ? null : metresPerSecondToMph(metresPerSecond(speedOf(row) ?? 0)), 2),
};
const right = (heads: Column['heads'], width: number, read: Column['read']): Column => ({
  heads,
  width,
  align: 'right',
  read,
});

const NUMBER = right(['#'], 20, ({ number }) => String(number));
const DISTANCE = right(['Distance', 'm'], 50, ({ marker }) => formatDecimals(marker.fromLaunchM, 1));

const DEFAULT: readonly Column[] = [
  NUMBER,
  NAME,
  { heads: ['Kind'], width: 46, read: ({ marker }) => marker.description },
  DISTANCE,
  { ...TYPE, width: 66 },
  TIME,
  right(['Elapsed'], 38, ({ elapsedS }) => duration(elapsedS)),
  right(['Leg', 'm'], 46, ({ leg }) => decimals(leg && leg.distanceM, 1)),
  right(['Leg', 'time'], 34, ({ leg }) => duration(leg && leg.seconds)),
  MPS,
  MPH,
  right(['AGM', 'UID'], 54, ({ passage }) => plain(passage && passage.uid)),
  right(['FW'], 28, ({ facts }) => (facts.firmware === null ? null : formatFirmwareVersion(facts.firmware))),
  right(['Count'], 27, ({ passage }) => plain(passage && passage.detectionCount)),
  right(['Hz'], 22, ({ passage, type }) => {
    const frequency = nameFrequency(passage && passage.frequency, type);
    return typeof frequency === 'string' ? frequency : plain(frequency);
  }),
  right(['ML %', 'ELF'], 25, ({ facts }) => decimals(facts.percents.elf, 1)),
  right(['', 'GEO'], 25, ({ facts }) => decimals(facts.percents.geo, 1)),
  right(['', 'MAG'], 25, ({ facts }) => decimals(facts.percents.mag, 1)),
];

const SUMMARY: readonly Column[] = [
  { ...NUMBER, width: 30 },
  { ...NAME, width: 170 },
  { ...DISTANCE, width: 90 },
  { heads: [''], width: 24, read: () => null },
  { ...TYPE, width: 130 },
  { ...TIME, width: 150 },
  { ...MPS, width: 80 },
  { ...MPH, width: 80 },
];

/** Texts that do not fit into the columns: about the device, and the user's notes. */
function listMore({ facts, marker }: MarkerRow): string {
  const { place, altitudeMm, batteryMv, signalDbm } = facts;
  const altitudeM = readAltitude(altitudeMm);
  const parts = [
    place && `AGM at ${place.lat.toFixed(6)}, ${place.lon.toFixed(6)}`,
    altitudeM === null ? null : `${formatDecimals(altitudeM, 1)} m`,
    batteryMv === null ? null : `${formatDecimals(batteryMv / 1000, 2)} V`,
    signalDbm === null ? null : `${signalDbm} dBm`,
    marker.note === '' ? null : `Note: ${marker.note}`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

export interface TableRow {
  readonly row: MarkerRow;
  readonly more: readonly string[];
  readonly height: number;
}

export type TableStyle = 'default' | 'summary';

/** Assigns rows to pages before the first one is drawn, because every page shows the total. */
export function planTable(pen: Pen, rows: readonly MarkerRow[], style: TableStyle): TableRow[][] {
  const pages: TableRow[][] = [];
  let left = 0;
  for (const row of rows) {
    const more = style === 'summary' ? [] : pen.breakLines(listMore(row), MORE, SHEET.width - INDENT - 8);
    const height = LINE + more.length * MORE_LINE;
    if (height > left) {
      pages.push([]);
      left = SHEET.height - HEAD_HEIGHT;
    }
    pages.at(-1)?.push({ row, more, height });
    left -= height;
  }
  return pages;
}

interface Placed extends Column {
  readonly x: number;
}

/** Distributes the free width over all columns. */
function placeColumns(style: TableStyle): Placed[] {
  const columns = style === 'summary' ? SUMMARY : DEFAULT;
  const stretch = SHEET.width / columns.reduce((sum, { width }) => sum + width, 0);
  let x = SHEET.x;
  return columns.map((column) => {
    const placed = { ...column, x, width: column.width * stretch };
    x += placed.width;
    return placed;
  });
}

function writeIn(pen: Pen, { x, width, align }: Placed, text: string, y: number, ink: string, isStrong = false): void {
  const room = width - 5;
  pen.write(text, [align === 'right' ? x + width - 3 : x + 3, y], {
    ...TEXT,
    ink,
    isStrong,
    isTabular: true,
    ...(align === 'right' ? { align } : { width: room }),
  });
}

function drawHeads(pen: Pen, columns: readonly Placed[]): void {
  pen.block({ x: SHEET.x, y: SHEET.y, width: SHEET.width, height: HEAD_HEIGHT - 2 }, INK.sunken);
  for (const column of columns) {
    const [first, second] = column.heads;
    if (second === undefined) writeIn(pen, column, first, SHEET.y + 10, INK.secondary, true);
    else {
      writeIn(pen, column, first, SHEET.y + 2, INK.secondary, true);
      writeIn(pen, column, second, SHEET.y + 10, INK.secondary, true);
    }
  }
  pen.line([SHEET.x, SHEET.y + HEAD_HEIGHT - 2], [SHEET.x + SHEET.width, SHEET.y + HEAD_HEIGHT - 2], {
    ink: INK.frame,
    width: 0.7,
  });
}

function drawRow(pen: Pen, columns: readonly Placed[], { row, more }: TableRow, y: number): void {
  const outcome = findOutcome(row);
  const plainInk = outcome === 'skipped' ? INK.muted : INK.text;
  for (const column of columns) {
    const text = column.read(row);
    if (text === null) continue;
    const isType = column.heads[0] === TYPE.heads[0];
    if (isType) pen.sign(outcome, [column.x + 5, y + 6.2], 2);
    const placed = isType ? { ...column, x: column.x + 9, width: column.width - 9 } : column;
    writeIn(pen, placed, text, y + 2.2, isType ? INK[outcome] : plainInk);
  }
  for (const [at, line] of more.entries()) pen.write(line, [SHEET.x + INDENT, y + LINE - 1.5 + at * MORE_LINE], MORE);
}

export function drawTablePage(pen: Pen, rows: readonly TableRow[], style: TableStyle): void {
  const columns = placeColumns(style);
  drawHeads(pen, columns);
  let y = SHEET.y + HEAD_HEIGHT;
  for (const row of rows) {
    drawRow(pen, columns, row, y);
    y += row.height;
    pen.line([SHEET.x, y], [SHEET.x + SHEET.width, y], { ink: INK.hair, width: 0.4 });
  }
}
