import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '#/language/t.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useActiveRuns } from '#/features/runs/active-run.ts';
import { describeWay } from '../saved-paths/manager.view.ts';
import { toolTypesQuery, type SavedPath } from '#/features/runs/runs.data.ts';
import { readLaunchTime } from './launch.data.ts';
import { findLaunchFault, type LaunchOrder } from './launch.view.ts';
import styles from './Launch.module.css';
import { ReadinessList } from './ReadinessList.tsx';

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
