import { formatDecimals, formatDuration } from '@waymark/domain/report/report-cells';
import type { RunReport } from '@waymark/domain/report/summary-report';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { metresPerSecond, metresPerSecondToMph } from '@waymark/domain/units/speed';
import { INK } from './ink.ts';
import type { Pen } from './pen.ts';
import { SHEET } from './sheet.ts';

// The head of the first page: the run and its figures in a grid, as on a drawing.

const ROW = 27;
const PAD = 6;
const NONE = '–';
/** A long name is set smaller rather than cut. */
const TITLE_SIZES = [17, 14, 11.5, 9.5];
const LEAST_TITLE = 8.5;

type Fact = readonly [caption: string, value: string];

const writeSpeed = (speed: number | null): string =>
  speed === null
    ? NONE
    : `${formatDecimals(speed, 2)} m/s · ${formatDecimals(metresPerSecondToMph(metresPerSecond(speed)), 2)} mph`;
const writeTime = (at: number | null): string => (at === null ? NONE : formatUtcSecond(at));

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
export function drawTitleBlock(pen: Pen, report: RunReport): number {
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
