import { chooseLabels, countTickDecimals, listTicks } from '@waymark/domain/chart/axis';
import { iconOf, type Marker } from '@waymark/domain/path/marker';
import type { Zone } from '@waymark/domain/time/zone';
import { writeCell, writeZoneOfSpan } from '@waymark/domain/time/zoned-text';
import { unitOf } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { useState, type PointerEvent } from 'react';
import { runIcons } from '#/map/icons/run-icons.ts';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { t } from '#/language/t.ts';
import { placeAlerts } from './alert-marks.view.ts';
import { AlertMarks } from './AlertMarks.tsx';
import { ChartMarks } from './ChartMarks.tsx';
import type { PlotArea } from '#/ui/plot/plot-area.ts';
import {
  countNameLetters,
  LEAST_LETTERS,
  findPlotAreas,
  limitNameRoom,
  listTimeTicks,
  makeScales,
  NAME_ANGLE,
  NAME_FOOT,
  shortenName,
  type Across,
  type Scales,
  type View,
} from './scales.ts';
import { SpeedByLeg } from './SpeedByLeg.tsx';
import type { Dot, Search, Stringline, StringPoint } from './stringline.view.ts';
import type { ChartColours } from './use-chart-colours.ts';

interface StringlineChartProps {
  readonly line: Stringline;
  readonly markers: readonly Marker[];
  readonly alerts: readonly Alert[];
  readonly nextName: string | null;
  readonly across: Across;
  readonly view: View;
  readonly size: { readonly width: number; readonly height: number };
  /** Space for whole marker names above the chart, in px; undefined: the chart may shorten them. */
  readonly nameRoom?: number;
  /** Metres per second. */
  readonly expectedSpeed: number;
  readonly speed: number;
  readonly units: UnitSystem;
  /** The zone of the time axis. */
  readonly zone: Zone;
  readonly colours: ChartColours;
  readonly onZoom: (view: View | null) => void;
  readonly onOpen: (dot: Dot) => void;
}

const LABEL_PX = 15;
const NAME_SHIFT = 4;
const ICON_PX = 16;
const TICK_PX = 30;
const DISTANCE_TICK_PX = 90;
const LEAST_DRAG_PX = 8;
/** Above the line of now, or below it where the chart begins. */
const NOW_ROOM = 16;
const CLIP = 'stringline-area';

const path = (points: readonly StringPoint[], { x, y }: Scales) =>
  points
    .map(({ distanceM, at }, index) => `${index === 0 ? 'M' : 'L'}${x(distanceM).toFixed(1)} ${y(at).toFixed(1)}`)
    .join('');

function rank(marker: Marker, at: number, count: number, nextName: string | null): number {
  if (marker.name === nextName) return 3;
  if (at === 0 || at === count - 1) return 2;
  return marker.state === 'TRACK' ? 1 : 0;
}

interface GroundProps {
  readonly area: PlotArea;
  readonly scales: Scales;
  readonly view: View;
  readonly colours: ChartColours;
}

function Times({ area, scales, view, colours, zone }: GroundProps & { readonly zone: Zone }) {
  return listTimeTicks(view, (area.bottom - area.top) / TICK_PX, zone).map(({ at, text, isDay }) => (
    <g key={at}>
      <path d={`M${area.left} ${scales.y(at)}H${area.right}`} stroke={colours.grid} />
      <text
        x={area.left - 9}
        y={scales.y(at)}
        dy="0.35em"
        textAnchor="end"
        fill={isDay ? colours.text : colours.axis}
        fontWeight={isDay ? 600 : 400}
      >
        {text}
      </text>
    </g>
  ));
}

function Distances({ area, scales, view, colours, units }: GroundProps & { readonly units: UnitSystem }) {
  const unit = unitOf('far', units);
  const ticks = listTicks(
    { from: unit.fromSi(view.fromM), to: unit.fromSi(view.toM) },
    (area.right - area.left) / DISTANCE_TICK_PX,
  );
  const decimals = countTickDecimals(ticks);
  return ticks.map((tick, at) => (
    <text key={tick} x={scales.x(unit.toSi(tick))} y={area.bottom + 17} textAnchor="middle" fill={colours.axis}>
      {`${Number(tick.toFixed(decimals))}${at === ticks.length - 1 ? ` ${unit.name}` : ''}`}
    </text>
  ));
}

interface MarkerLinesProps extends GroundProps {
  readonly markers: readonly Marker[];
  readonly nextName: string | null;
  readonly unwatched: ReadonlySet<string>;
  /** Width of the whole chart in px. */
  readonly width: number;
}

const writeName = (marker: string, isUnwatched: boolean): string =>
  isUnwatched ? t('{marker} (no AGM)', { marker }) : marker;

interface MarkerNameProps extends Pick<GroundProps, 'area' | 'colours'> {
  readonly x: number;
  readonly name: string;
  readonly isNext: boolean;
  readonly isUnwatched: boolean;
  readonly width: number;
}

function MarkerName({ area, colours, x, name, isNext, isUnwatched, width }: MarkerNameProps) {
  const letters = countNameLetters({ above: area.top, beside: width - x - NAME_SHIFT });
  const whole = writeName(name, isUnwatched);
  const noteLetters = whole.length - name.length;
  // Without room for it, the dashed line of the marker says the same.
  const hasNote = letters >= LEAST_LETTERS + noteLetters;
  const drawn = hasNote ? writeName(shortenName(name, letters - noteLetters), isUnwatched) : shortenName(name, letters);
  return (
    <text
      transform={`translate(${x + NAME_SHIFT} ${area.top - NAME_FOOT}) rotate(-${NAME_ANGLE})`}
      fill={isNext ? colours.text : colours.axis}
      fontWeight={isNext ? 650 : 400}
    >
      {drawn !== whole && <title>{whole}</title>}
      {drawn}
    </text>
  );
}

function MarkerLines(props: MarkerLinesProps) {
  const { area, scales, view, colours, markers, nextName, unwatched, width } = props;
  const shown = markers.filter(({ fromLaunchM }) => fromLaunchM >= view.fromM && fromLaunchM <= view.toM);
  const xs = shown.map(({ fromLaunchM }) => scales.x(fromLaunchM));
  const ranks = shown.map((marker) => rank(marker, markers.indexOf(marker), markers.length, nextName));
  const named = chooseLabels(xs, ranks, LABEL_PX);
  const pictured = chooseLabels(xs, ranks, ICON_PX);
  return shown.map((marker, at) => {
    const x = xs[at] ?? 0;
    const isNext = marker.name === nextName;
    const isWatched = marker.state === 'TRACK' && !unwatched.has(marker.name);
    return (
      <g key={marker.name}>
        <path
          d={`M${x} ${area.top - 6}V${area.bottom}`}
          stroke={marker.state === 'TRACK' ? colours.axis : colours.grid}
          strokeOpacity={marker.state === 'TRACK' ? 0.35 : 1}
          strokeDasharray={isWatched ? undefined : '2 4'}
        />
        {pictured.has(at) && (
          <image
            href={runIcons[iconOf(marker)]}
            x={x - ICON_PX / 2}
            y={area.top - 24}
            width={ICON_PX}
            height={ICON_PX}
          />
        )}
        {named.has(at) && (
          <MarkerName
            {...{ area, colours, x, width, isNext }}
            name={marker.name}
            isUnwatched={unwatched.has(marker.name)}
          />
        )}
      </g>
    );
  });
}

function SearchStretch({
  search: { fromM, toM, from, to },
  scales,
  colours,
}: Pick<GroundProps, 'scales' | 'colours'> & { readonly search: Search }) {
  const [x, y] = [scales.x(fromM), scales.y(from)];
  return (
    <rect
      x={x}
      y={y}
      width={Math.max(1, scales.x(toM) - x)}
      height={Math.max(1, scales.y(to) - y)}
      fill={colours.missed}
      fillOpacity={0.22}
    >
      <title>{t('Stretch to search')}</title>
    </rect>
  );
}

function Now({
  area,
  scales,
  line,
  colours,
  zone,
}: Pick<GroundProps, 'area' | 'scales' | 'colours'> & { readonly line: Stringline; readonly zone: Zone }) {
  const [x, y] = [scales.x(line.now.distanceM), scales.y(line.now.at)];
  if (y < area.top || y > area.bottom) return null;
  const isPigAtLeft = x < (area.left + area.right) / 2;
  return (
    <g>
      <path d={`M${area.left} ${y}H${area.right}`} stroke={colours.pig} strokeOpacity={0.7} />
      <text
        x={isPigAtLeft ? area.right - 8 : area.left + 8}
        y={y - NOW_ROOM < area.top ? y + NOW_ROOM : y - 6}
        textAnchor={isPigAtLeft ? 'end' : 'start'}
        fill={colours.pig}
        stroke={colours.ground}
        strokeWidth={4}
        paintOrder="stroke"
        fontWeight={600}
      >
        {line.isOver ? t('received') : t('now')} {writeCell(line.now.at, zone, 'clock')}
      </text>
      {x >= area.left && x <= area.right && (
        <circle cx={x} cy={y} r={6} fill={colours.pig} stroke={colours.casing} strokeWidth={1.5} />
      )}
      {line.search && x >= area.left && x <= area.right && (
        <text x={x} y={y} dy="0.36em" textAnchor="middle" fill={colours.casing} fontWeight={750} fontSize={10}>
          ?
        </text>
      )}
    </g>
  );
}

interface Drag {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

/** Dragging a rectangle zooms the chart to it. */
function useZoom(area: PlotArea, scales: Scales, onZoom: (view: View | null) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const read = ({ currentTarget, clientX, clientY }: PointerEvent<SVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const clamp = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value));
    return { x: clamp(clientX - box.left, area.left, area.right), y: clamp(clientY - box.top, area.top, area.bottom) };
  };
  const end = (event: PointerEvent<SVGElement>) => {
    if (!drag) return;
    setDrag(null);
    const to = read(event);
    const [left, right] = [Math.min(drag.from.x, to.x), Math.max(drag.from.x, to.x)];
    const [top, bottom] = [Math.min(drag.from.y, to.y), Math.max(drag.from.y, to.y)];
    if (right - left < LEAST_DRAG_PX || bottom - top < LEAST_DRAG_PX) return;
    onZoom({
      fromM: scales.distanceAt(left),
      toM: scales.distanceAt(right),
      from: scales.timeAt(top),
      to: scales.timeAt(bottom),
    });
  };
  return {
    drag,
    handlers: {
      onPointerDown: (event: PointerEvent<SVGElement>) => {
        if (event.button === 0) setDrag({ from: read(event), to: read(event) });
      },
      onPointerMove: (event: PointerEvent<SVGElement>) => drag && setDrag({ ...drag, to: read(event) }),
      onPointerUp: end,
      onPointerLeave: () => setDrag(null),
      onDoubleClick: () => onZoom(null),
    },
  };
}

function Rubber({ drag, colours }: { readonly drag: Drag; readonly colours: ChartColours }) {
  const [x, y] = [Math.min(drag.from.x, drag.to.x), Math.min(drag.from.y, drag.to.y)];
  const [width, height] = [Math.abs(drag.to.x - drag.from.x), Math.abs(drag.to.y - drag.from.y)];
  return <rect {...{ x, y, width, height }} fill={colours.accent} fillOpacity={0.14} stroke={colours.accent} />;
}

function Clip({ area }: Pick<GroundProps, 'area'>) {
  return (
    <clipPath id={CLIP}>
      <rect
        x={area.left}
        y={area.top}
        width={Math.max(0, area.right - area.left)}
        height={Math.max(0, area.bottom - area.top)}
      />
    </clipPath>
  );
}

/** Distance on the horizontal axis, time on the vertical axis, downwards. */
export function StringlineChart(props: StringlineChartProps) {
  const { line, markers, nextName, across, view, size, expectedSpeed, speed, colours, onZoom, onOpen } = props;
  const { units, zone, alerts } = props;
  const longest = Math.max(0, ...markers.map(({ name }) => writeName(name, line.unwatched.has(name)).length));
  const { nameRoom = limitNameRoom(longest, size.height) } = props;
  const { area, beside } = findPlotAreas(size, nameRoom);
  const scales = makeScales(area, view, { markers, lengthM: line.lengthM }, across);
  const { drag, handlers } = useZoom(area, scales, onZoom);
  const ground = { area, scales, view, colours };
  return (
    <svg
      width={size.width}
      height={size.height}
      fontFamily={colours.font}
      fontSize={11.5}
      role="group"
      aria-label={t('Stringline: distance across, time down')}
      style={{ display: 'block', overflow: 'visible', touchAction: 'pan-y', userSelect: 'none' }}
      {...handlers}
    >
      <rect width={size.width} height={size.height} fill={colours.ground} />
      <Clip area={area} />
      <Times {...ground} zone={zone} />
      <text x={area.left - 20} y={area.top - 10} textAnchor="end" fill={colours.muted}>
        {writeZoneOfSpan(view.from, view.to, zone, t)}
      </text>
      <MarkerLines {...ground} markers={markers} nextName={nextName} unwatched={line.unwatched} width={size.width} />
      {across === 'distance' && <Distances {...ground} units={units} />}
      <g clipPath={`url(#${CLIP})`}>
        {line.band.length > 0 && <path d={`${path(line.band, scales)}Z`} fill={colours.band} />}
        <path d={path(line.plan, scales)} fill="none" stroke={colours.plan} strokeWidth={1} />
        {line.search && <SearchStretch search={line.search} scales={scales} colours={colours} />}
        <path d={path(line.ahead, scales)} fill="none" stroke={colours.line} strokeDasharray="5 4" />
        <path
          d={path(line.expected, scales)}
          fill="none"
          stroke={colours.line}
          strokeWidth={2.5}
          strokeDasharray="0.1 5"
          strokeLinecap="round"
        />
        <path d={path(line.tracked, scales)} fill="none" stroke={colours.line} strokeWidth={2} strokeLinejoin="round" />
        <Now area={area} scales={scales} line={line} colours={colours} zone={zone} />
        <ChartMarks dots={line.dots} scales={scales} colours={colours} zone={zone} onOpen={onOpen} />
      </g>
      <AlertMarks marks={placeAlerts(alerts, markers, { ...scales, ...area })} colours={colours} />
      {beside && (
        <SpeedByLeg
          area={beside}
          scales={scales}
          view={view}
          {...{ line, expectedSpeed, speed, units, zone, colours }}
        />
      )}
      {drag && <Rubber drag={drag} colours={colours} />}
    </svg>
  );
}
