import { useRef } from 'react';
import { findTimeStep, listMultiples, makeScale } from '@waymark/domain/chart/axis';
import { toLocalMs, type Zone } from '@waymark/domain/time/zone';
import { writeLocal, writeZoneOfSpan } from '@waymark/domain/time/zoned-text';
import { usePlotSize } from '#/ui/plot/plot-hooks.ts';
import type { PlotSize } from '#/ui/plot/plot-area.ts';
import { describeShown, type ShownRun } from './shown-words.ts';
import styles from './ShownStringline.module.css';

interface ChartProps {
  readonly run: ShownRun;
  /** The time that the page shows. */
  readonly now: number;
  readonly zone: Zone;
  /** Height of the letters in px. */
  readonly textPx: number;
}

interface Scales {
  readonly x: (distanceM: number) => number;
  readonly y: (at: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Distance to the right, time downwards: solid confirmed, dotted expected, thin the way ahead with its band. */
export function ShownStringline(props: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = usePlotSize(frame);
  return (
    <div ref={frame} className={styles.frame}>
      {size && size.width > 0 && size.height > 0 && <Chart {...props} size={size} />}
    </div>
  );
}

function makeScales({ lengthM, chart }: ShownRun, { width, height }: PlotSize, textPx: number): Scales {
  const [left, right, top, bottom] = [textPx * 3.4, width - textPx, textPx * 1.8, height - textPx * 0.6];
  const along = makeScale({ from: 0, to: lengthM }, left, right);
  const down = makeScale(chart, top, bottom);
  return { x: along.at, y: down.at, left, right, top, bottom };
}

function Chart({ run, now, zone, textPx, size }: ChartProps & { readonly size: PlotSize }) {
  const scales = makeScales(run, size, textPx);
  const { chart } = run;
  const draw = (points: ShownRun['chart']['plan']) =>
    points.map(([distanceM, at]) => `${scales.x(distanceM).toFixed(1)},${scales.y(at).toFixed(1)}`).join(' ');
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={describeShown(run, now, zone)}
      style={{ fontSize: textPx }}
    >
      <Axes run={run} zone={zone} textPx={textPx} scales={scales} />
      <polyline className={styles.plan} points={draw(chart.plan)} />
      {chart.band.length > 0 && <polygon className={styles.band} points={draw(chart.band)} />}
      <SearchBox search={chart.search} scales={scales} />
      <polyline className={styles.ahead} points={draw(chart.ahead)} />
      <polyline className={styles.expected} points={draw(chart.expected)} />
      <polyline className={styles.tracked} points={draw(chart.tracked)} />
      <NowLine run={run} now={now} scales={scales} />
      <Dots dots={chart.dots} scales={scales} sizePx={textPx * 0.28} />
      <Pig run={run} now={now} scales={scales} sizePx={textPx * 0.5} />
    </svg>
  );
}

/** Names that would overlap are left out, the ends of the line first placed. */
function placeNames({ markers }: ShownRun, { x, right }: Scales, textPx: number) {
  const widthOf = (name: string) => name.length * textPx * 0.62 + textPx;
  const placed: { readonly name: string; readonly from: number; readonly to: number; readonly at: number }[] = [];
  const [first, last] = [markers[0], markers.at(-1)];
  const ordered = [first, last, ...markers.slice(1, -1)].flatMap((marker) => marker ?? []);
  for (const { name, distanceM } of ordered) {
    const width = widthOf(name);
    const at = Math.min(Math.max(x(distanceM), width / 2), right + textPx - width / 2);
    const [from, to] = [at - width / 2, at + width / 2];
    if (placed.every((other) => to < other.from || from > other.to)) placed.push({ name, from, to, at });
  }
  return placed;
}

/** "14:00", at midnight the day that begins: "03-18" */
function writeTick(at: number, zone: Zone): string {
  const text = writeLocal(at, zone, 'clock-minute');
  return text === '00:00' ? writeLocal(at, zone, 'month-day') : text;
}

function Axes({ run, zone, textPx, scales }: Omit<ChartProps, 'now'> & { readonly scales: Scales }) {
  const { chart, markers } = run;
  const shiftMs = toLocalMs(chart.from, zone) - chart.from;
  const local = { from: chart.from + shiftMs, to: chart.to + shiftMs };
  const most = Math.max(2, Math.floor((scales.bottom - scales.top) / (textPx * 2.2)));
  const times = listMultiples(local, findTimeStep(chart.to - chart.from, most, 60_000)).map((at) => at - shiftMs);
  return (
    <g className={styles.axes}>
      {markers.map(({ name, distanceM }) => (
        <line key={name} x1={scales.x(distanceM)} x2={scales.x(distanceM)} y1={scales.top} y2={scales.bottom} />
      ))}
      {times.map((at) => (
        <line key={at} x1={scales.left} x2={scales.right} y1={scales.y(at)} y2={scales.y(at)} />
      ))}
      {times.map((at) => (
        <text key={at} x={scales.left - textPx * 0.4} y={scales.y(at)} textAnchor="end" dominantBaseline="middle">
          {writeTick(at, zone)}
        </text>
      ))}
      {placeNames(run, scales, textPx).map(({ name, at }) => (
        <text key={name} x={at} y={textPx * 1.1} textAnchor="middle">
          {name}
        </text>
      ))}
      <title>{writeZoneOfSpan(chart.from, chart.to, zone)}</title>
    </g>
  );
}

function NowLine({ run, now, scales }: { readonly run: ShownRun; readonly now: number; readonly scales: Scales }) {
  if (run.status === 'received' || run.status === 'waiting') return null;
  const y = scales.y(now);
  return <line className={styles.now} x1={scales.left} x2={scales.right} y1={y} y2={y} />;
}

/** The stretch to search, from the time when the pig became overdue. */
function SearchBox({ search, scales }: { readonly search: ShownRun['chart']['search']; readonly scales: Scales }) {
  const [from, to] = search;
  if (!from || !to) return null;
  const [x, y] = [scales.x(from[0]), scales.y(from[1])];
  return (
    <rect className={styles.search} x={x} y={y} width={scales.x(to[0]) - x} height={Math.max(1, scales.y(to[1]) - y)} />
  );
}

function Dots({
  dots,
  scales,
  sizePx,
}: {
  readonly dots: ShownRun['chart']['dots'];
  readonly scales: Scales;
  readonly sizePx: number;
}) {
  return dots.map(({ distanceM, at, kind }) => (
    <Dot key={`${kind} ${distanceM} ${at}`} kind={kind} x={scales.x(distanceM)} y={scales.y(at)} sizePx={sizePx} />
  ));
}

/** Shapes as on the console's stringline, so that no state is told by its colour alone. */
function Dot({
  kind,
  x,
  y,
  sizePx,
}: {
  readonly kind: ShownRun['chart']['dots'][number]['kind'];
  readonly x: number;
  readonly y: number;
  readonly sizePx: number;
}) {
  const className = styles[kind];
  switch (kind) {
    case 'verified':
    case 'unverified':
      return <circle className={className} cx={x} cy={y} r={sizePx} />;
    case 'manual':
      return (
        <path
          className={className}
          d={`M${x} ${y - sizePx}l${sizePx} ${sizePx}-${sizePx} ${sizePx}-${sizePx}-${sizePx}z`}
        />
      );
    case 'missed':
      return (
        <path
          className={className}
          d={`M${x - sizePx} ${y - sizePx}l${2 * sizePx} ${2 * sizePx}m0-${2 * sizePx}l-${2 * sizePx} ${2 * sizePx}`}
        />
      );
    case 'overdue':
      return <rect className={className} x={x - sizePx} y={y - sizePx} width={2 * sizePx} height={2 * sizePx} />;
    case 'unwatched':
      return <path className={className} d={`M${x - sizePx} ${y}h${2 * sizePx}`} />;
  }
}

function Pig({
  run,
  now,
  scales,
  sizePx,
}: {
  readonly run: ShownRun;
  readonly now: number;
  readonly scales: Scales;
  readonly sizePx: number;
}) {
  if (run.status === 'waiting') return null;
  const at = run.receivedAt ?? now;
  return <circle className={styles.pig} cx={scales.x(run.pigM)} cy={scales.y(at)} r={sizePx} />;
}
