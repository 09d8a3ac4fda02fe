import { iconOf, type Marker } from '@waymark/domain/path/marker';
import { runIcons } from '#/map/icons/run-icons.ts';
import { Button } from '#/ui/button/Button.tsx';
import type { DistanceUnit } from '#/features/runs/distance-unit.ts';
import { formatDistance } from '#/features/runs/distance.view.ts';
import { describeEta, describeKind, describeWatcher } from './line.view.ts';
import styles from './LineView.module.css';
import type { NearMarker } from './watchers.ts';

interface LineStopProps {
  readonly marker: Marker;
  readonly previous: Marker | null;
  readonly near: readonly NearMarker[];
  readonly speed: number | null;
  readonly unit: DistanceUnit;
  readonly onChoose: ((name: string) => void) | undefined;
}

/** Describes the focused marker. */
export function LineStop({ marker, previous, near, speed, unit, onChoose }: LineStopProps) {
  const watching = near.filter((each) => each.marker.name === marker.name).map((each) => describeWatcher(each, unit));
  const fromPrevious =
    previous && `${formatDistance(marker.fromLaunchM - previous.fromLaunchM, unit)} from ${previous.name}`;
  return (
    <div className={styles.stop}>
      <img src={runIcons[iconOf(marker)]} width={26} height={26} alt="" draggable={false} />
      <div className={styles.words}>
        <p className={styles.name}>
          <strong>{marker.name}</strong> <span>{describeKind(marker)}</span>
        </p>
        <p className={styles.distances}>
          {formatDistance(marker.fromLaunchM, unit)} from launch{fromPrevious && `, ${fromPrevious}`}
        </p>
        {speed !== null && <p className={styles.distances}>{describeEta(marker, speed)}</p>}
        {watching.length > 0 && <p className={styles.distances}>AGMs here: {watching.join(', ')}</p>}
      </div>
      {onChoose && (
        <Button size="tiny" onClick={() => onChoose(marker.name)}>
          Edit
        </Button>
      )}
    </div>
  );
}
