import { countTickDecimals, listTicks, makeScale } from '@waymark/domain/chart/axis';
import { formatQuantity, unitOf } from '@waymark/domain/units/quantity';
import type { Zone } from '@waymark/domain/time/zone';
import type { UnitSystem } from '@waymark/domain/units/system';
import { t } from '#/language/t.ts';
import type { PlotArea } from '#/ui/plot/plot-area.ts';
import { listTimeTicks, type Scales, type View } from './scales.ts';
import type { Stringline } from './stringline.view.ts';
import type { ChartColours } from './use-chart-colours.ts';

interface SpeedByLegProps {
  readonly line: Stringline;
  readonly area: PlotArea;
  readonly scales: Scales;
  readonly view: View;
  /** Metres per second. */
  readonly expectedSpeed: number;
  readonly speed: number;
  readonly units: UnitSystem;
  readonly zone: Zone;
  readonly colours: ChartColours;
}

const TICK_PX = 30;
const MOST_TICKS = 5;
/** Margin beyond the fastest and slowest speed, in metres per second. */
const AIR = 0.13;
const CLIP = 'speed-area';

function findRange({ legs }: Stringline, speeds: readonly number[]) {
  const all = [...legs.map((leg) => leg.speed), ...speeds];
  return { from: Math.max(0, Math.min(...all) - AIR), to: Math.max(...all) + AIR };
}

/** The speed of the pig between markers, on the time axis of the stringline. */
export function SpeedByLeg({ line, area, scales, view, expectedSpeed, speed, units, zone, colours }: SpeedByLegProps) {
  const range = findRange(line, [expectedSpeed, ...(speed > 0 ? [speed] : [])]);
  const along = makeScale(range, area.left, area.right);
  const unit = unitOf('speed', units);
  const ticks = listTicks({ from: unit.fromSi(range.from), to: unit.fromSi(range.to) }, MOST_TICKS);
  const decimals = countTickDecimals(ticks);
  const { legs } = line;
  const steps = legs
    .map((leg, at) => `${at === 0 ? 'M' : 'L'}${along.at(leg.speed)} ${scales.y(leg.from)}V${scales.y(leg.to)}`)
    .join('');
  const [last] = line.expected.slice(-1);
  return (
    <g>
      <text x={area.left} y={area.top - 44} fill={colours.text} fontWeight={600}>
        {t('Speed by leg')}
      </text>
      <text x={area.left} y={area.top - 28} fill={colours.muted}>
        {t('expected {speed}', { speed: formatQuantity('speed', expectedSpeed, units) })}
      </text>
      <clipPath id={CLIP}>
        <rect x={area.left} y={area.top} width={area.right - area.left} height={Math.max(0, area.bottom - area.top)} />
      </clipPath>
      {listTimeTicks(view, (area.bottom - area.top) / TICK_PX, zone).map(({ at }) => (
        <path key={at} d={`M${area.left} ${scales.y(at)}H${area.right}`} stroke={colours.grid} />
      ))}
      {ticks.map((tick, at) => {
        const tickX = along.at(unit.toSi(tick));
        return (
          <g key={tick}>
            <path d={`M${tickX} ${area.top}V${area.bottom}`} stroke={colours.grid} />
            <text x={tickX} y={area.bottom + 17} textAnchor="middle" fill={colours.axis}>
              {`${Number(tick.toFixed(decimals))}${at === ticks.length - 1 ? ` ${unit.name}` : ''}`}
            </text>
          </g>
        );
      })}
      <g clipPath={`url(#${CLIP})`}>
        <path d={`M${along.at(expectedSpeed)} ${area.top}V${area.bottom}`} stroke={colours.plan} />
        <path d={steps} fill="none" stroke={colours.line} strokeWidth={2} />
        {last && (
          <path
            d={`M${along.at(speed)} ${scales.y(line.now.at)}V${scales.y(last.at)}`}
            fill="none"
            stroke={colours.line}
            strokeWidth={2}
            strokeDasharray="2 4"
          />
        )}
        <path d={`M${area.left} ${scales.y(line.now.at)}H${area.right}`} stroke={colours.pig} strokeOpacity={0.7} />
      </g>
    </g>
  );
}
