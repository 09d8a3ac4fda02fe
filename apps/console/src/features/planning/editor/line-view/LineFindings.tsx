import { useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import type { IconName } from '#/ui/button/icon-paths.ts';
import type { DistanceUnit } from '#/features/runs/distance-unit.ts';
import { formatDistance } from '#/features/runs/distance.view.ts';
import { describeFar, describeWarning } from './line.view.ts';
import styles from './LineView.module.css';
import type { Spacing } from './spacing.ts';
import { NEAR_M, type Watchers } from './watchers.ts';

/** Findings beyond this number are shown on demand. */
const SHOWN = 3;

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
        {(isWhole ? lines : lines.slice(0, SHOWN)).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {!isWhole && lines.length > SHOWN && (
        <Button size="tiny" look="quiet" onClick={() => setWhole(true)}>
          Show all
        </Button>
      )}
    </section>
  );
}

interface LineFindingsProps {
  readonly watchers: Watchers;
  readonly spacing: Spacing;
  readonly unit: DistanceUnit;
}

/** Lists possible mistakes of the path. */
export function LineFindings({ watchers: { far, unplaced, unwatched }, spacing, unit }: LineFindingsProps) {
  return (
    <>
      <Findings
        title="Spacing"
        icon="warning"
        lines={spacing.warnings.map((warning) => describeWarning(warning, spacing, unit))}
      />
      <Findings title="Tracked markers without an AGM: unwatched" icon="warning" lines={unwatched} />
      <Findings
        title={`AGMs over ${formatDistance(NEAR_M, unit)} from any marker`}
        icon="info"
        lines={far.map((agm) => describeFar(agm, unit))}
      />
      <Findings title="AGMs without a location" icon="info" lines={unplaced.map(String)} />
    </>
  );
}
