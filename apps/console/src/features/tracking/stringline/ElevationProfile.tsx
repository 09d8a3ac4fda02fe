import { useQuery } from '@tanstack/react-query';
import { listTicks, makeScale } from '@waymark/domain/chart/axis';
import type { Marker } from '@waymark/domain/path/marker';
import { locateOnCourse, type Course } from '@waymark/domain/run/estimate/course';
import { formatQuantity, unitOf } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { t } from '#/language/t.ts';
import type { TerrainRegion } from '#/map/base/ground-archive.ts';
import { readHeights } from '#/map/base/read-heights.ts';
import { drawHeights, listSamples, type HeightSample } from './elevation.view.ts';
import { findPlotAreas, makeScales, type Across, type View } from './scales.ts';
import styles from './Stringline.module.css';
import type { ChartColours } from './use-chart-colours.ts';

interface ElevationProfileProps {
  readonly runId: number;
  readonly course: Course;
  readonly markers: readonly Marker[];
  readonly terrain: readonly TerrainRegion[];
  readonly view: View;
  readonly across: Across;
  readonly width: number;
  readonly units: UnitSystem;
  readonly colours: ChartColours;
}

const HEIGHT = 74;
const MARGIN = { top: 12, bottom: 10 } as const;
const MOST_TICKS = 3;

/** The ground below the line, on the distances of the stringline; nothing where no file of heights has it. */
export function ElevationProfile(props: ElevationProfileProps) {
  const { runId, course, terrain } = props;
  const { data: samples } = useQuery({
    queryKey: ['heights', runId, course.lengthM, terrain.map(({ id }) => id)],
    queryFn: async (): Promise<readonly HeightSample[]> => {
      const distances = listSamples(course.lengthM);
      const heights = await readHeights(
        terrain,
        distances.map((distanceM) => locateOnCourse(course, distanceM)),
      );
      return distances.map((distanceM, at) => ({ distanceM, heightM: heights[at] ?? null }));
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isShownInPlace: true },
  });
  return samples?.some(({ heightM }) => heightM !== null) ? <Profile {...props} samples={samples} /> : null;
}

function Profile({
  samples,
  course,
  markers,
  view,
  across,
  width,
  units,
  colours,
}: ElevationProfileProps & { readonly samples: readonly HeightSample[] }) {
  const { area: beside } = findPlotAreas({ width, height: HEIGHT }, 0);
  const area = { ...beside, top: MARGIN.top, bottom: HEIGHT - MARGIN.bottom };
  const scales = makeScales(area, view, { markers, lengthM: course.lengthM }, across);
  const known = samples.flatMap(({ heightM }) => (heightM === null ? [] : [heightM]));
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const up = makeScale({ from: least, to: Math.max(most, least + 1) }, area.bottom, area.top);
  const unit = unitOf('near', units);
  const ticks = listTicks({ from: unit.fromSi(least), to: unit.fromSi(most) }, MOST_TICKS);
  const write = (metres: number) => formatQuantity('near', metres, units);
  return (
    <svg
      className={styles.elevation}
      width={width}
      height={HEIGHT}
      fontFamily={colours.font}
      fontSize={11.5}
      role="img"
      aria-label={t('Elevation of the ground along the line, {least} to {most}', {
        least: write(least),
        most: write(most),
      })}
    >
      <rect width={width} height={HEIGHT} fill={colours.ground} />
      <clipPath id="elevation-area">
        <rect x={area.left} y={0} width={Math.max(0, area.right - area.left)} height={HEIGHT} />
      </clipPath>
      {ticks.map((tick, at) => (
        <g key={tick}>
          <path d={`M${area.left} ${up.at(unit.toSi(tick))}H${area.right}`} stroke={colours.grid} />
          <text x={area.left - 9} y={up.at(unit.toSi(tick))} dy="0.35em" textAnchor="end" fill={colours.axis}>
            {`${tick}${at === ticks.length - 1 ? ` ${unit.name}` : ''}`}
          </text>
        </g>
      ))}
      <g clipPath="url(#elevation-area)">
        {drawHeights(samples, scales.x, up.at).map((path) => (
          <path key={path} d={path} fill="none" stroke={colours.muted} strokeWidth={1.5} strokeLinejoin="round" />
        ))}
      </g>
    </svg>
  );
}
