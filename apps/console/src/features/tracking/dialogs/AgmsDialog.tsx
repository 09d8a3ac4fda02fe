import { Checkbox } from '@mantine/core';
import { changeDevices } from '@waymark/domain/run/changes/changes';
import { writeRun } from '@waymark/contract/runs/write-run';
import { useState } from 'react';
import { callApi } from '#/api/client.ts';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import { toggleUid } from '#/features/devices/choice/agm-choice.view.ts';
import { useSteadyDevices } from '#/features/devices/table/use-steady-devices.ts';
import { useAreDevicesLoaded } from '#/features/devices/store/use-devices.ts';
import { chooseAgms } from '#/features/planning/editor/agms/agm-list.ts';
import { callForRun, readServerNow, UPDATE_FAILURE } from '#/features/runs/change-run.ts';
import { listAvailable, toggleAllOf } from '#/features/runs/dialogs/agms.view.ts';
import styles from '#/features/runs/dialogs/Dialogs.module.css';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';

const PAGE_SIZE = 100;

/** Chooses the devices that watch the run. */
export function AgmsDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const { run } = tracked;
  const devices = useSteadyDevices();
  const areLoaded = useAreDevicesLoaded();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(run.path.agms));
  const [sought, setSought] = useState('');
  const available = listAvailable(devices, run.groupId, run.path.agms);
  const found = available.filter((uid) => String(uid).includes(sought.trim()));
  const { rows, pager } = usePages(found, PAGE_SIZE);
  const save = async () => {
    const company = devices.filter(({ groupId }) => groupId === run.groupId);
    const changed = changeDevices(run, chooseAgms(run.path, chosen, company));
    await callForRun(run.runId, UPDATE_FAILURE, () =>
      callApi('POST /pigrun/updateAgms', {
        body: { runId: run.runId, path: writeRun(changed, readServerNow()).pigPath },
      }),
    );
  };
  return (
    <FormDialog
      {...{ isOpen, onClose }}
      title="Edit Available AGMs"
      subtitle={nameRun(tracked)}
      submitLabel="Save Selected"
      blockedBecause={blockedBecause ?? (areLoaded ? undefined : 'The devices are still loading.')}
      note={
        <span role="status" className="tabular">
          {chosen.size.toLocaleString('en-US')} of {available.length.toLocaleString('en-US')} selected
        </span>
      }
      onSubmit={save}
      width={480}
      isFlush
    >
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField label="Find a UID" onSearch={setSought} />
        </div>
        <Button size="small" disabled={found.length === 0} onClick={() => setChosen(toggleAllOf(chosen, found))}>
          Toggle All Selected
        </Button>
      </div>
      {found.length === 0 ? (
        <EmptyState>{available.length === 0 ? 'No AGMs' : 'No results'}</EmptyState>
      ) : (
        <div className={styles.choices} role="group" aria-label="AGMs">
          {rows.map((uid) => (
            <Checkbox
              key={uid}
              label={`AGM UID ${uid}`}
              checked={chosen.has(uid)}
              onChange={() => setChosen(toggleUid(chosen, uid))}
            />
          ))}
        </div>
      )}
      <ListFoot pager={pager} />
    </FormDialog>
  );
}
