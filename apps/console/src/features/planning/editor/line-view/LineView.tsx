import { SegmentedControl } from '@mantine/core';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { useState } from 'react';
import {
  chooseDistanceUnit,
  DISTANCE_UNITS,
  useDistanceUnit,
  type DistanceUnit,
} from '#/features/runs/distance-unit.ts';
import { describeLine } from './line.view.ts';
import { LineFindings } from './LineFindings.tsx';
import { LineStop } from './LineStop.tsx';
import { LineStrip } from './LineStrip.tsx';
import styles from './LineView.module.css';
import { findSpacing } from './spacing.ts';
import { useAgmPlaces } from './use-agm-places.ts';
import { findWatchers } from './watchers.ts';

interface LineViewProps extends Pick<PigPath, 'markers' | 'agms' | 'offlineAgms'> {
  /** Metres per second; null: unknown yet. */
  readonly speed: number | null;
  /** Name of the marker that is open elsewhere. */
  readonly chosen?: string | null;
  /** Opens a marker; without it the strip is read-only. */
  readonly onChoose?: (name: string) => void;
}

const UNIT_LABELS: Readonly<Record<DistanceUnit, string>> = { feet: 'ft', meters: 'm' };
const UNITS = DISTANCE_UNITS.map((value) => ({ value, label: UNIT_LABELS[value] }));

/** A path as a strip: its markers, the AGMs that watch it, and the long stretches without any. */
export function LineView({ markers, agms, offlineAgms, speed, chosen = null, onChoose }: LineViewProps) {
  const unit = useDistanceUnit((setting) => setting.unit);
  const watchers = findWatchers(markers, useAgmPlaces({ agms, offlineAgms }));
  const spacing = findSpacing(markers);
  const [pointed, setPointed] = useState<string | null>(null);
  const named = markers.findIndex(({ name }) => name === (pointed ?? chosen));
  const at = Math.max(0, named);
  const stop = markers[at];
  if (!stop) return null;
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <span className={styles.sum}>{describeLine(markers, unit)}</span>
        <SegmentedControl
          size="xs"
          aria-label="Distance units"
          data={UNITS}
          value={unit}
          onChange={(value) => chooseDistanceUnit(DISTANCE_UNITS.find((each) => each === value) ?? 'feet')}
        />
      </div>
      <LineStrip
        markers={markers}
        near={watchers.near}
        spacing={spacing}
        at={at}
        onPoint={setPointed}
        onChoose={onChoose}
      />
      <LineStop
        marker={stop}
        previous={markers[at - 1] ?? null}
        near={watchers.near}
        speed={speed}
        unit={unit}
        onChoose={onChoose}
      />
      <LineFindings watchers={watchers} spacing={spacing} unit={unit} />
    </div>
  );
}
