import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '#/language/t.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useActiveRuns } from '#/features/runs/active-run.ts';
import { describeWay } from '../saved-paths/manager.view.ts';
import { toolTypesQuery, type SavedPath, readinessQuery } from '#/features/runs/runs.data.ts';
import { readLaunchTime } from './launch.data.ts';
import { findLaunchFault, type LaunchOrder } from './launch.view.ts';
import styles from './Launch.module.css';
import type { Zone } from '@waymark/domain/time/zone';
import { formatDistance } from '@waymark/domain/units/quantity';
import { describeReadinessFault } from '@waymark/domain/words/readiness-faults';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import { Say } from '#/language/Say.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { describeRecordMode } from '@waymark/domain/device/modes';
import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { Age } from '#/features/devices/age.ts';
import {
  describeClock,
  describeDetectors,
  describePlace,
  describeReadiness,
  describeUnwatched,
  describeVolts,
  isReady,
  listUnwatched,
  PRESENCE_WORDS,
  type DeviceReadiness,
} from './readiness.view.ts';
import { useUnits } from '#/features/units/units.ts';

/** Devices report at any time: refresh while the list is shown. */
const REFRESH_MS = 30_000;

type Line = Zone | undefined;

function Presence({ device: { presence, wakesAt }, line }: { readonly device: DeviceReadiness; readonly line: Line }) {
  const zone = useZone(line);
  if (presence !== 'asleep') return PRESENCE_WORDS[presence];
  return (
    <span title={wakesAt === null ? undefined : writeUtcText(wakesAt, zone)}>
      <Say text="Asleep, wakes {age}" values={{ age: wakesAt !== null && <Age of={wakesAt} /> }} />
    </span>
  );
}

function Heartbeat({ at, line }: { readonly at: string | null; readonly line: Line }) {
  const zone = useZone(line);
  if (at === null) return t('No heartbeat');
  return (
    <span title={writeUtcText(at, zone)}>
      <Say text="Heartbeat {age}" values={{ age: <Age of={at} /> }} />
    </span>
  );
}

function Verdict({ device }: { readonly device: DeviceReadiness }) {
  const units = useUnits();
  const { faults } = device;
  if (faults.length === 0) {
    return (
      <span className={styles.ready}>
        <Icon name="check" size={14} stroke={1.8} />
        {t('Ready')}
      </span>
    );
  }
  return (
    <ul className={styles.faults}>
      {faults.map((fault) => (
        <li key={fault}>
          <Icon name="warning" size={14} stroke={1.6} />
          {describeReadinessFault(fault, device, t, (metres) => formatDistance(metres, units))}
        </li>
      ))}
    </ul>
  );
}

function DeviceRow({ device, line }: { readonly device: DeviceReadiness; readonly line: Line }) {
  const units = useUnits();
  return (
    <tr data-ready={isReady(device)}>
      <td>
        <span className={styles.uid}>{device.uid}</span>
        <span className={styles.aside}>{describePlace(device, units)}</span>
      </td>
      <td>
        <Presence device={device} line={line} />
        <span className={styles.aside}>
          <Heartbeat at={device.lastHeartbeat} line={line} />
        </span>
      </td>
      <td>
        {describeVolts(device.batteryMv)}
        <span className={styles.aside}>{t('Clock {offset}', { offset: describeClock(device.clockOffset) })}</span>
      </td>
      <td>
        {describeDetectors(device.detectors)}
        <span className={styles.aside}>
          {t('Record mode {mode}', { mode: t(describeRecordMode(device.recordMode)) })}
        </span>
      </td>
      <td>
        <Verdict device={device} />
      </td>
    </tr>
  );
}

/** Shows whether the devices of a path are ready. It only informs; the user decides about the launch. */
function ReadinessList({
  path: { pathId, markers, timeZone },
}: {
  readonly path: Pick<SavedPath, 'pathId' | 'markers' | 'timeZone'>;
}) {
  const query = useQuery({ ...readinessQuery(pathId), refetchInterval: REFRESH_MS });
  const unwatched = query.data ? listUnwatched(markers, query.data) : [];
  return (
    <section className={styles.readiness} aria-label={t('Readiness of the AGMs')}>
      <div className={styles.head}>
        <h3 className={styles.title}>{query.data ? describeReadiness(query.data) : t('Readiness of the AGMs')}</h3>
        <Button size="tiny" look="quiet" icon="retry" isBusy={query.isFetching} onClick={() => void query.refetch()}>
          {t('Refresh')}
        </Button>
      </div>
      {unwatched.length > 0 && (
        <p className={styles.unwatched}>
          <Icon name="warning" size={14} stroke={1.6} />
          {describeUnwatched(unwatched)}
        </p>
      )}
      <ReloadFailure query={query} what={t('Readiness')} />
      <LoadedData query={query} what={t('Readiness')} widths={[420, 380, 440]} isInline>
        {(devices) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard is to scroll it
          <div className={styles.scroll} role="group" aria-label={t('AGMs of the path')} tabIndex={0}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t('AGM')}</th>
                  <th scope="col">{t('Connection')}</th>
                  <th scope="col">{t('Battery')}</th>
                  <th scope="col">{t('Detectors')}</th>
                  <th scope="col">{t('Readiness')}</th>
                </tr>
              </thead>
              <tbody>
                {devices.map((device) => (
                  <DeviceRow key={device.uid} device={device} line={timeZone} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </LoadedData>
    </section>
  );
}

interface LaunchDialogProps {
  readonly isOpen: boolean;
  readonly path: SavedPath;
  readonly isBackward: boolean;
  readonly blockedBecause: string | undefined;
  readonly onChosen: (order: LaunchOrder, launchTime: string) => void;
  readonly onClose: () => void;
}

/** Chooses the pig and shows whether the devices are ready. The next dialog asks for the time. */
export function LaunchDialog({ isOpen, path, isBackward, blockedBecause, onChosen, onClose }: LaunchDialogProps) {
  const runs = useActiveRuns() ?? [];
  const toolTypes = useQuery(toolTypesQuery);
  const [pig, setPig] = useState<string | null>(path.pigs.length === 1 ? (path.pigs[0] ?? null) : null);
  const [toolType, setToolType] = useState<string | null>(null);
  const launchTime = useRef<string>(null);
  const toolTypeId = toolType === null ? null : Number(toolType);
  const fault = findLaunchFault({ path, pig, toolTypeId }, runs);
  const finish = () => {
    if (launchTime.current === null || pig === null || toolTypeId === null) onClose();
    else onChosen({ path, pig, toolTypeId, isBackward }, launchTime.current);
  };
  const askTime = async () => {
    launchTime.current = await readLaunchTime();
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Launch a Pig')}
      subtitle={path.name}
      submitLabel={t('Launch')}
      blockedBecause={blockedBecause ?? fault ?? undefined}
      onSubmit={askTime}
      onClose={finish}
      width={720}
    >
      <p className={styles.way}>
        {describeWay(path.markers, isBackward)}
        {isBackward && <strong className={styles.backward}>{t('Run Backward')}</strong>}
      </p>
      <div className={styles.choice}>
        <Select
          label={t('Pig')}
          placeholder={t('Choose a pig')}
          data={path.pigs}
          allowDeselect={false}
          value={pig}
          onChange={setPig}
        />
        <Select
          label={t('Tool type')}
          placeholder={toolTypes.data ? t('Choose a tool type') : t('Loading tool types')}
          data={(toolTypes.data ?? []).map(({ name, toolTypeId: value }) => ({ value: String(value), label: name }))}
          allowDeselect={false}
          error={toolTypes.error?.message}
          value={toolType}
          onChange={setToolType}
        />
      </div>
      <ReadinessList path={path} />
    </FormDialog>
  );
}
