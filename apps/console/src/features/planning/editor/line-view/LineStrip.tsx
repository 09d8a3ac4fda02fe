import { iconOf, type Marker } from '@waymark/domain/path/marker';
import type { KeyboardEvent, PointerEvent } from 'react';
import { t } from '#/language/t.ts';
import { runIcons } from '#/map/icons/run-icons.ts';
import { useUnits } from '#/features/units/units.ts';
import { chooseIcons, describeStop, findLengthM, findNearestAt, findShare } from './line.view.ts';
import styles from './LineView.module.css';
import type { Spacing } from './spacing.ts';
import type { NearMarker } from './watchers.ts';

const PAGE = 10;

/** The marker that a key moves to; null: not a key of the strip. */
export function findNextAt(key: string, at: number, count: number): number | null {
  const wanted: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    PageUp: at + PAGE,
    PageDown: at - PAGE,
    Home: 0,
    End: count - 1,
  };
  const next = wanted[key];
  return next === undefined ? null : Math.min(count - 1, Math.max(0, next));
}

interface LineStripProps {
  readonly markers: readonly Marker[];
  readonly near: readonly NearMarker[];
  readonly spacing: Spacing;
  /** The focused marker. */
  readonly at: number;
  readonly onPoint: (name: string) => void;
  readonly onChoose: ((name: string) => void) | undefined;
}

/** In the strip's own units; it is stretched to the available width. */
const WIDTH = 1000;
const LINE_Y = 24;
const AGM_Y = 46;
/** Minimum distance between two icons, at the width of a drawer. */
const ICON_ROOM = 0.055;

const toPercent = (share: number) => `${100 * share}%`;

function Ground({
  markers,
  near,
  spacing,
  lengthM,
}: Pick<LineStripProps, 'markers' | 'near' | 'spacing'> & { readonly lengthM: number }) {
  const x = (distanceM: number) => (WIDTH * findShare(distanceM, lengthM)).toFixed(1);
  const ticks = markers.map(({ fromLaunchM }) => `M${x(fromLaunchM)} ${LINE_Y - 5}v10`).join('');
  const dots = near.map(({ marker }) => `M${x(marker.fromLaunchM)} ${AGM_Y}h0`).join('');
  const gaps = spacing.warnings.map(({ startM, endM }) => `M${x(startM)} ${LINE_Y}H${x(endM)}`).join('');
  return (
    <svg className={styles.ground} viewBox={`0 0 ${WIDTH} 52`} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.line} d={`M0 ${LINE_Y}H${WIDTH}`} />
      <path className={styles.gaps} d={gaps} />
      <path className={styles.ticks} d={ticks} />
      <path className={styles.dots} d={dots} />
    </svg>
  );
}

interface IconsProps {
  readonly markers: readonly Marker[];
  readonly shares: readonly number[];
}

/** Icons of as many markers as have room. */
function Icons({ markers, shares }: IconsProps) {
  return chooseIcons(shares, ICON_ROOM).map((each) => {
    const marker = markers[each];
    return (
      marker && (
        <img
          key={marker.name}
          className={styles.icon}
          src={runIcons[iconOf(marker)]}
          alt=""
          draggable={false}
          style={{ left: toPercent(shares[each] ?? 0) }}
        />
      )
    );
  });
}

/** The markers at their true distances; the arrow keys move between them. */
export function LineStrip({ markers, near, spacing, at, onPoint, onChoose }: LineStripProps) {
  const units = useUnits();
  const lengthM = findLengthM(markers);
  const shares = markers.map(({ fromLaunchM }) => findShare(fromLaunchM, lengthM));
  const stop = markers[at];
  const pointAt = (next: number) => {
    const name = markers[next]?.name;
    if (name !== undefined) onPoint(name);
  };
  const takeKey = (event: KeyboardEvent) => {
    const next = findNextAt(event.key, at, markers.length);
    const isChosen = event.key === 'Enter' || event.key === ' ';
    if (next === null && !isChosen) return;
    event.preventDefault();
    if (next !== null) pointAt(next);
    else if (stop) onChoose?.(stop.name);
  };
  const followPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    pointAt(findNearestAt(shares, width > 0 ? (clientX - left) / width : 0));
  };
  if (!stop) return null;
  return (
    <div
      className={styles.strip}
      role="slider"
      tabIndex={0}
      aria-label={t('Markers along the line')}
      aria-valuemin={1}
      aria-valuemax={markers.length}
      aria-valuenow={at + 1}
      aria-valuetext={describeStop(stop, units)}
      data-opens={onChoose !== undefined || undefined}
      onKeyDown={takeKey}
      onPointerMove={followPointer}
      onPointerDown={followPointer}
      onClick={() => onChoose?.(stop.name)}
    >
      <div className={styles.lane}>
        <Ground markers={markers} near={near} spacing={spacing} lengthM={lengthM} />
        <Icons markers={markers} shares={shares} />
        <span className={styles.pointed} style={{ left: toPercent(shares[at] ?? 0) }}>
          <img className={styles.pointedIcon} src={runIcons[iconOf(stop)]} alt="" draggable={false} />
        </span>
      </div>
    </div>
  );
}
