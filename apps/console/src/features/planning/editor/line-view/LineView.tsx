import { SegmentedControl } from '@mantine/core';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { useState } from 'react';
import { formatDistance, unitOf } from '@waymark/domain/units/quantity';
import { UNIT_SYSTEMS, type UnitSystem } from '@waymark/domain/units/system';
import { iconOf, type Marker } from '@waymark/domain/path/marker';
import { t } from '#/language/t.ts';
import { chooseUnits } from '#/features/units/choose-units.ts';
import { parseUnits, useUnits } from '#/features/units/units.ts';
import { describeLine, describeEta, describeKind, describeWatcher, describeFar, describeWarning } from './line.view.ts';
import { LineStrip } from './LineStrip.tsx';
import { findSpacing, type Spacing } from './spacing.ts';
import { useAgmPlaces } from './use-agm-places.ts';
import { findWatchers, NEAR_M, type NearMarker, type Watchers } from './watchers.ts';
import { runIcons } from '#/map/icons/run-icons.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Icon, type IconName } from '#/ui/button/Icon.tsx';
import styles from './LineView.module.css';

/** Findings beyond this number are shown on demand. */
const SHOWN_FINDINGS = 3;

interface LineViewProps extends Pick<PigPath, 'markers' | 'agms' | 'offlineAgms'> {
  /** Metres per second; null: unknown yet. */
  readonly speed: number | null;
  /** Name of the marker that is open elsewhere. */
  readonly chosen?: string | null;
  /** Opens a marker; without it the strip is read-only. */
  readonly onChoose?: (name: string) => void;
}

const UNITS = UNIT_SYSTEMS.map((value) => ({ value, label: t(unitOf('near', value).name) }));

/** A path as a strip: its markers, the AGMs that watch it, and the long stretches without any. */
export function LineView({ markers, agms, offlineAgms, speed, chosen = null, onChoose }: LineViewProps) {
  const units = useUnits();
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
        <span className={styles.sum}>{describeLine(markers, units)}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('Distance units')}
          data={UNITS}
          value={units}
          onChange={(value) => chooseUnits(parseUnits(value))}
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
        units={units}
        onChoose={onChoose}
      />
      <LineFindings watchers={watchers} spacing={spacing} units={units} />
    </div>
  );
}

interface LineStopProps {
  readonly marker: Marker;
  readonly previous: Marker | null;
  readonly near: readonly NearMarker[];
  readonly speed: number | null;
  readonly units: UnitSystem;
  readonly onChoose: ((name: string) => void) | undefined;
}

/** Describes the focused marker. */
function LineStop({ marker, previous, near, speed, units, onChoose }: LineStopProps) {
  const watching = near.filter((each) => each.marker.name === marker.name).map((each) => describeWatcher(each, units));
  const distance = formatDistance(marker.fromLaunchM, units);
  const distances = previous
    ? t('{distance} from launch, {gap} from {previous}', {
        distance,
        gap: formatDistance(marker.fromLaunchM - previous.fromLaunchM, units),
        previous: previous.name,
      })
    : t('{distance} from launch', { distance });
  return (
    <div className={styles.stop}>
      <img src={runIcons[iconOf(marker)]} width={26} height={26} alt="" draggable={false} />
      <div className={styles.words}>
        <p className={styles.name}>
          <strong>{marker.name}</strong> <span>{describeKind(marker)}</span>
        </p>
        <p className={styles.distances}>{distances}</p>
        {speed !== null && <p className={styles.distances}>{describeEta(marker, speed)}</p>}
        {watching.length > 0 && (
          <p className={styles.distances}>{t('AGMs here: {agms}', { agms: watching.join(', ') })}</p>
        )}
      </div>
      {onChoose && (
        <Button size="tiny" onClick={() => onChoose(marker.name)}>
          {t('Edit')}
        </Button>
      )}
    </div>
  );
}

interface FindingsProps {
  readonly title: string;
  readonly icon: IconName;
  readonly lines: readonly string[];
}

function Findings({ title, icon, lines }: FindingsProps) {
  const [isWhole, setWhole] = useState(false);
  if (lines.length === 0) return null;
  return (
    <section className={styles.findings} data-icon={icon} aria-label={title}>
      <h4 className={styles.title}>
        <Icon name={icon} size={13} />
        {title} <span className={styles.count}>{lines.length}</span>
      </h4>
      <ul className={styles.list}>
        {(isWhole ? lines : lines.slice(0, SHOWN_FINDINGS)).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {!isWhole && lines.length > SHOWN_FINDINGS && (
        <Button size="tiny" look="quiet" onClick={() => setWhole(true)}>
          {t('Show all')}
        </Button>
      )}
    </section>
  );
}

interface LineFindingsProps {
  readonly watchers: Watchers;
  readonly spacing: Spacing;
  readonly units: UnitSystem;
}

/** Lists possible mistakes of the path. */
function LineFindings({ watchers: { far, unplaced, unwatched }, spacing, units }: LineFindingsProps) {
  return (
    <>
      <Findings
        title={t('Spacing')}
        icon="warning"
        lines={spacing.warnings.map((warning) => describeWarning(warning, spacing, units))}
      />
      <Findings title={t('Tracked markers without an AGM: unwatched')} icon="warning" lines={unwatched} />
      <Findings
        title={t('AGMs over {distance} from any marker', { distance: formatDistance(NEAR_M, units) })}
        icon="info"
        lines={far.map((agm) => describeFar(agm, units))}
      />
      <Findings title={t('AGMs without a location')} icon="info" lines={unplaced.map(String)} />
    </>
  );
}
