import type { Run } from '@waymark/domain/run/run';
import type { Zone } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import type { UnitSystem } from '@waymark/domain/units/system';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { t } from '#/language/t.ts';
import { nameRoomOf, type Across, type View } from './scales.ts';
import { StringlineChart } from './StringlineChart.tsx';
import { listLegend, type LegendEntry } from './StringlineLegend.tsx';
import type { Stringline } from './stringline.view.ts';
import type { ChartColours } from './use-chart-colours.ts';

// The timeline as a self-contained picture: title, chart, legend.

const WIDTH = 1600;
/** Without the names above it. */
const CHART_HEIGHT = 856;
const EDGE = 24;
const HEAD = 76;
const LEGEND_ROW = 24;
/** Maximum width of a letter in the chart. */
const LETTER_PX = 7;
const NO_AGM = t('{marker} (no AGM)', { marker: '' });
const ignore = () => undefined;

interface TimelinePictureProps {
  readonly run: Run;
  readonly line: Stringline;
  readonly across: Across;
  readonly view: View;
  readonly alerts: readonly Alert[];
  readonly nextName: string | null;
  /** Metres per second. */
  readonly speed: number;
  readonly now: number;
  readonly units: UnitSystem;
  readonly zone: Zone;
  readonly colours: ChartColours;
}

interface PlacedEntry extends LegendEntry {
  readonly x: number;
  readonly row: number;
}

/** Side by side, as many per row as fit. */
function placeLegend(entries: readonly LegendEntry[]): PlacedEntry[] {
  let [x, row] = [EDGE, 0];
  return entries.map((entry) => {
    const width = 26 + entry.name.length * LETTER_PX + 18;
    if (x + width > WIDTH - EDGE) [x, row] = [EDGE, row + 1];
    const placed = { ...entry, x, row };
    x += width;
    return placed;
  });
}

const describeTimes = ({ launchAt, completedAt }: Run, now: number, zone: Zone): string =>
  [
    launchAt === null ? t('Not launched') : t('Launch {time}', { time: writeTime(launchAt, zone) }),
    completedAt === null
      ? t('as of {time}', { time: writeTime(now, zone) })
      : t('received {time}', { time: writeTime(completedAt, zone) }),
  ].join(', ');

export function TimelinePicture(props: TimelinePictureProps) {
  const { run, line, alerts, across, view, nextName, speed, now, units, zone, colours } = props;
  const { markers, name: pathName, expectedSpeed } = run.path;
  const legend = placeLegend(
    listLegend({ colours, isOver: line.isOver, hasSearch: line.search !== null, hasAlerts: alerts.length > 0 }),
  );
  const longest = Math.max(0, ...markers.map(({ name }) => name.length)) + NO_AGM.length;
  const nameRoom = nameRoomOf(longest);
  const chartHeight = CHART_HEIGHT + nameRoom;
  const height = HEAD + chartHeight + EDGE + ((legend.at(-1)?.row ?? 0) + 1) * LEGEND_ROW;
  return (
    <svg width={WIDTH} height={Math.ceil(height)} fontFamily={colours.font} fontSize={12}>
      <rect width={WIDTH} height={Math.ceil(height)} fill={colours.ground} />
      <text x={EDGE} y={36} fontSize={22} fontWeight={650} fill={colours.text}>
        {t('{pig}, run {runId}, {path}', { pig: run.pig, runId: run.runId, path: pathName })}
      </text>
      <text x={EDGE} y={60} fontSize={13} fill={colours.muted}>
        {describeTimes(run, now, zone)}
      </text>
      <g transform={`translate(0 ${HEAD})`}>
        <StringlineChart
          size={{ width: WIDTH, height: chartHeight }}
          onZoom={ignore}
          onOpen={ignore}
          {...{ nameRoom, line, markers, alerts, nextName, across, view, expectedSpeed, speed, units, zone, colours }}
        />
      </g>
      <g aria-label={t('Legend')}>
        {legend.map(({ name, mark, x, row }) => (
          <g key={name} transform={`translate(${x} ${HEAD + chartHeight + EDGE / 2 + row * LEGEND_ROW})`}>
            {mark}
            <text x={26} y={7} dy="0.35em" fill={colours.text}>
              {name}
            </text>
          </g>
        ))}
      </g>
    </svg>
  );
}
