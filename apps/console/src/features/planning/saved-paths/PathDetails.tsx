import type { Zone } from '@waymark/domain/time/zone';
import { headTimes } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import { Time } from '#/ui/clock/Time.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { formatQuantity } from '@waymark/domain/units/quantity';
import { useUnits } from '#/features/units/units.ts';
import { Checkbox } from '@mantine/core';
import { runBackward } from '@waymark/domain/path/line';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { PropertyList, PropertyRow, Section } from '#/ui/sheet/Panel.tsx';
import { Age } from '#/features/devices/age.ts';
import { LineView } from '../editor/line-view/LineView.tsx';
import { MapFileMenu } from '#/features/runs/map-files/MapFileMenu.tsx';
import type { SavedPath } from '#/features/runs/runs.data.ts';
import { findRunOnPath, type ActiveRun } from '#/features/runs/active-run.ts';
import { setBackward } from './manager-store.ts';
import { describeNotifications, describeDiameter, describeWay, explainLaunchBlock } from './manager.view.ts';
import styles from './Manager.module.css';

interface ActiveRunSectionProps {
  readonly run: ActiveRun;
  /** The zone of the line. */
  readonly line: Zone | undefined;
  readonly blockedBecause: string | undefined;
  readonly onCancel: () => void;
}

function ActiveRunSection({ run: { runId, pig, launchTime }, line, blockedBecause, onCancel }: ActiveRunSectionProps) {
  const zone = useZone(line);
  return (
    <Section
      title={t('Active run')}
      action={
        <Button size="tiny" disabled={blockedBecause !== undefined} title={blockedBecause} onClick={onCancel}>
          {t('Cancel Run')}
        </Button>
      }
    >
      <PropertyList>
        <PropertyRow label={t('Pig')} aside={t('run {runId}', { runId })}>
          {pig}
        </PropertyRow>
        {launchTime !== null && (
          <PropertyRow label={headTimes(t('Launched'), zone)} aside={<Age of={launchTime} />}>
            <Time of={launchTime} line={line} />
          </PropertyRow>
        )}
      </PropertyList>
    </Section>
  );
}

interface PathDetailsProps {
  readonly path: SavedPath;
  readonly runs: readonly ActiveRun[] | undefined;
  readonly isBackward: boolean;
  readonly onLaunch: () => void;
  readonly onCancel: (run: ActiveRun) => void;
}

/** The chosen path with its launch button and the facts to check before. */
export function PathDetails({ path, runs, isBackward, onLaunch, onCancel }: PathDetailsProps) {
  const { blockedBecause } = useCanWrite();
  const units = useUnits();
  const run = runs && findRunOnPath(runs, path.pathId);
  const reason = blockedBecause ?? explainLaunchBlock(path, runs) ?? undefined;
  return (
    <>
      <Section>
        <h3 className={styles.chosen}>{path.name}</h3>
        <p className={styles.way}>{describeWay(path.markers, isBackward)}</p>
        <div className={styles.launch}>
          <Button look="primary" icon="play" disabled={reason !== undefined} title={reason} onClick={onLaunch}>
            {t('Launch Pig')}
          </Button>
          <Checkbox
            label={t('Run Backward')}
            checked={isBackward}
            onChange={({ currentTarget }) => setBackward(currentTarget.checked)}
          />
        </div>
        {reason !== undefined && <p className={styles.reason}>{reason}</p>}
      </Section>
      {run && (
        <ActiveRunSection
          run={run}
          line={path.timeZone}
          blockedBecause={blockedBecause}
          onCancel={() => onCancel(run)}
        />
      )}
      <Section
        title={isBackward ? t('Line, backward') : t('Line')}
        action={<MapFileMenu subject={{ pathId: path.pathId }} />}
      >
        <LineView
          key={path.pathId}
          markers={isBackward ? runBackward(path).markers : path.markers}
          agms={path.agms}
          offlineAgms={path.offlineAgms}
          speed={path.expectedSpeed}
        />
      </Section>
      <Section title={t('Plan')}>
        <PropertyList>
          <PropertyRow label={t('Pigs')}>{path.pigs.join(', ')}</PropertyRow>
          <PropertyRow label={t('Expected speed')}>{formatQuantity('speed', path.expectedSpeed, units)}</PropertyRow>
          <PropertyRow label={t('Pipeline diameter')}>{describeDiameter(path, units)}</PropertyRow>
          <PropertyRow label={t('User notifications')}>{describeNotifications(path)}</PropertyRow>
          <PropertyRow label={t('CSV file')}>{path.csvFileName}</PropertyRow>
        </PropertyList>
      </Section>
      {path.notes !== '' && (
        <Section title={t('Pig Run Notes')}>
          <p className={styles.notes}>{path.notes}</p>
        </Section>
      )}
    </>
  );
}
