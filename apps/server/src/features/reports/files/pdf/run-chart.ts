import {
  chooseLabels,
  countTickDecimals,
  findTimeStep,
  listMultiples,
  listTicks,
  makeScale,
  type Scale,
} from '@waymark/domain/chart/axis';
import type { MarkerRow } from '@waymark/domain/report/default-report';
import { formatDecimals } from '@waymark/domain/report/report-cells';
import type { RunReport } from '@waymark/domain/report/summary-report';
import { toLocalMs } from '@waymark/domain/time/zone';
import { writeLocal, writeZoneOfSpan } from '@waymark/domain/time/zoned-text';
import { findOutcome, INK } from './ink.ts';
import type { Box, Pen, Spot } from './pen.ts';

// The run over its distance: a stringline with time going down, and below it the speed of the pig on each leg, on the
// same distance axis.

const AXIS = { size: 6.5, ink: INK.muted } as const;
const LEFT = 62;
const RIGHT = 40;
const NAMES = 52;
const SPEED_HEIGHT = 108;
const GAP = 34;
/** Names of markers are not nearer to each other than this. */
const NAME_STEP = 7.5;
/** From this number of passages on, they are drawn as a line. */
const MANY = 80;
/** Narrower legs have no gap between them. */
const LEAST_GAPPED = 8;

interface Point {
  readonly distanceM: number;
  readonly at: number;
}

const listPassed = (rows: readonly MarkerRow[]) =>
  rows.flatMap((row) =>
    row.passage === null ? [] : [{ row, distanceM: row.marker.fromLaunchM, at: row.passage.passageAt }],
  );

/** From the launch on as it was expected, until the plan is far behind what happened. */
function findPlanEnd({ run, lengthM }: RunReport, launchAt: number, lastAt: number): Point {
  const { expectedSpeed } = run.path;
  const latest = launchAt + (lastAt - launchAt) * 1.25;
  const arrivesAt = expectedSpeed > 0 ? launchAt + (lengthM / expectedSpeed) * 1000 : latest;
  if (arrivesAt <= latest) return { distanceM: lengthM, at: arrivesAt };
  return { distanceM: ((latest - launchAt) / 1000) * expectedSpeed, at: latest };
}

function drawDistances(pen: Pen, across: Scale, { x, y, width, height }: Box, withNumbers: boolean): void {
  const { measures, t } = pen.layout;
  const { far } = measures;
  const ticks = listTicks({ from: far.fromSi(across.from), to: far.fromSi(across.to) }, 10);
  for (const tick of ticks) {
    const at = across.at(far.toSi(tick));
    pen.line([at, y], [at, y + height], { ink: INK.hair, width: 0.5 });
    if (withNumbers)
      pen.write(formatDecimals(tick, countTickDecimals(ticks)), [at, y + height + 4], { ...AXIS, align: 'centre' });
  }
  if (withNumbers)
    pen.write(t('Distance ({unit})', { unit: far.name }), [x + width, y + height + 13], { ...AXIS, align: 'right' });
}

function drawTimes(pen: Pen, down: Scale, { x, y, width, height }: Box): void {
  const { zone } = pen.layout;
  const shift = toLocalMs(down.from, zone) - down.from;
  const step = findTimeStep(down.to - down.from, Math.floor(height / 24));
  const ticks = listMultiples({ from: down.from + shift, to: down.to + shift }, step).map((tick) => tick - shift);
  let day = '';
  for (const tick of ticks) {
    const at = down.at(tick);
    const [date, time] = writeLocal(tick, zone).split(' ');
    pen.line([x, at], [x + width, at], { ink: INK.hair, width: 0.5 });
    if (at < y + 8) continue;
    const isNewDay = date !== day && date !== undefined;
    const words = (time ?? '').slice(0, tick % 60_000 === 0 ? 5 : 8);
    pen.write(words, [x - 5, at - 4], { ...AXIS, align: 'right' });
    if (isNewDay) pen.write(date, [x - 5, at + 4.5], { ...AXIS, size: 5.5, align: 'right' });
    day = date ?? day;
  }
}

/** As many as stand apart from each other; what was missed comes before what was not. */
function chooseNamed(rows: readonly MarkerRow[], across: Scale): MarkerRow[] {
  const places = rows.map(({ marker }) => across.at(marker.fromLaunchM));
  const ranks = rows.map((row) => Number(findOutcome(row) === 'missed'));
  const named = chooseLabels(places, ranks, NAME_STEP);
  return rows.filter((_row, at) => named.has(at));
}

/** Above the chart; what was missed has its sign on the edge. */
function drawNames(pen: Pen, across: Scale, rows: readonly MarkerRow[], y: number): void {
  const inkOf = (row: MarkerRow) => (findOutcome(row) === 'missed' ? INK.missed : INK.secondary);
  for (const row of chooseNamed(rows, across)) {
    const x = across.at(row.marker.fromLaunchM);
    pen.line([x, y - 3.5], [x, y - 1], { ink: INK.frame, width: 0.4 });
    pen.write(row.marker.name, [x - 3.2, y - 6], { size: 6, ink: inkOf(row), turned: 62, width: NAMES });
  }
  for (const row of rows)
    if (findOutcome(row) === 'missed') pen.sign('missed', [across.at(row.marker.fromLaunchM), y], 2);
}

function drawStringline(pen: Pen, report: RunReport, box: Box, across: Scale): void {
  const { run, rows, lengthM } = report;
  const passed = listPassed(rows);
  const times = [run.launchAt, run.completedAt, ...passed.map(({ at }) => at)].filter((at) => at !== null);
  const [firstAt, lastAt] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  const planEnd = run.launchAt === null ? null : findPlanEnd(report, run.launchAt, lastAt);
  const until = Math.max(lastAt, planEnd?.at ?? lastAt, firstAt + 1000);
  const down = makeScale({ from: firstAt, to: until }, box.y, box.y + box.height);
  const { t } = pen.layout;
  const zone = writeZoneOfSpan(firstAt, until, pen.layout.zone, t);
  pen.write(t('Time ({zone})', { zone }), [box.x - 8, box.y - 4], { ...AXIS, ink: INK.secondary, align: 'right' });
  drawDistances(pen, across, box, false);
  drawTimes(pen, down, box);
  const toSpot = ({ distanceM, at }: Point): Spot => [across.at(distanceM), down.at(at)];
  const launch = run.launchAt === null ? [] : [{ distanceM: 0, at: run.launchAt }];
  const last = passed.at(-1) ?? launch[0];
  pen.within(box, () => {
    if (planEnd) pen.path([...launch, planEnd].map(toSpot), { ink: INK.plan, width: 0.7, dash: 3 });
    pen.path([...launch, ...passed].map(toSpot), { ink: INK.line, width: 1.3 });
    if (last && run.completedAt !== null)
      pen.path([last, { distanceM: lengthM, at: run.completedAt }].map(toSpot), {
        ink: INK.line,
        width: 1.3,
        dash: 1.5,
      });
  });
  for (const { row, ...point } of passed) pen.sign(findOutcome(row), toSpot(point), passed.length > MANY ? 1.1 : 2.2);
  pen.frame(box, { ink: INK.frame, width: 0.7 });
  drawNames(pen, across, rows, box.y);
  drawKey(pen, [box.x + box.width, box.y - NAMES - 12], run.completedAt !== null);
}

function drawKey(pen: Pen, [right, y]: Spot, hasReceive: boolean): void {
  const { t } = pen.layout;
  const entries = [
    { words: t('Verified passages'), stroke: { ink: INK.line, width: 1.3 } },
    ...(hasReceive ? [{ words: t('To the receive time'), stroke: { ink: INK.line, width: 1.3, dash: 1.5 } }] : []),
    { words: t('At the expected speed'), stroke: { ink: INK.plan, width: 0.7, dash: 3 } },
  ];
  let x = right;
  for (const { words, stroke } of entries.toReversed()) {
    x -= pen.measure(words, AXIS);
    pen.write(words, [x, y], { ...AXIS, ink: INK.secondary });
    pen.line([x - 22, y + 4.2], [x - 5, y + 4.2], stroke);
    x -= 34;
  }
}

function drawSpeeds(pen: Pen, { run, rows, speeds }: RunReport, box: Box, across: Scale): void {
  const most = Math.max(speeds.most ?? 0, run.path.expectedSpeed, 0.1) * 1.12;
  const up = makeScale({ from: 0, to: most }, box.y + box.height, box.y);
  drawSpeedAxis(pen, box, up);
  drawDistances(pen, across, box, true);
  for (const { leg, marker } of rows) {
    if (leg === null || leg.speed === null) continue;
    const [from, to] = [across.at(marker.fromLaunchM - leg.distanceM), across.at(marker.fromLaunchM)];
    const top = up.at(leg.speed);
    pen.block({ x: from, y: top, width: to - from, height: box.y + box.height - top }, INK.lineSoft);
    if (to - from > LEAST_GAPPED) pen.line([to, top], [to, box.y + box.height], { ink: INK.casing, width: 0.5 });
    pen.line([from, top], [to, top], { ink: INK.line, width: 1.1 });
  }
  const expected = up.at(run.path.expectedSpeed);
  pen.line([box.x, expected], [box.x + box.width, expected], { ink: INK.plan, width: 0.7, dash: 3 });
  pen.frame(box, { ink: INK.frame, width: 0.7 });
}

function drawSpeedAxis(pen: Pen, box: Box, up: Scale): void {
  const { measures, t } = pen.layout;
  const { speed: unit } = measures;
  const ticks = listTicks({ from: 0, to: unit.fromSi(up.to) }, 5);
  for (const tick of ticks) {
    const y = up.at(unit.toSi(tick));
    pen.line([box.x, y], [box.x + box.width, y], { ink: INK.hair, width: 0.5 });
    pen.write(formatDecimals(tick, countTickDecimals(ticks)), [box.x - 5, y - 4], { ...AXIS, align: 'right' });
  }
  pen.write(t('Leg speed ({unit})', { unit: unit.name }), [box.x, box.y - 11], { ...AXIS, ink: INK.secondary });
}

export function drawRunChart(pen: Pen, report: RunReport, box: Box): void {
  const [x, width] = [box.x + LEFT, box.width - LEFT - RIGHT];
  const across = makeScale({ from: 0, to: Math.max(report.lengthM, 1) }, x, x + width);
  const top = box.y + 12 + NAMES;
  const speedTop = box.y + box.height - SPEED_HEIGHT - 22;
  drawStringline(pen, report, { x, y: top, width, height: speedTop - GAP + 8 - top }, across);
  drawSpeeds(pen, report, { x, y: speedTop, width, height: SPEED_HEIGHT }, across);
}
