import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { countWords } from '#/ui/table/count-words.ts';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { usePages } from '#/ui/table/use-pages.ts';
import { toggleUid } from '#/features/devices/choice/agm-choice.view.ts';
import { useSteadyDevices } from '#/features/devices/table/use-steady-devices.ts';
import { useAreDevicesLoaded } from '#/features/devices/store/use-devices.ts';
import { listAvailable, toggleAllOf } from '#/features/runs/dialogs/agms.view.ts';
import styles from '#/features/runs/dialogs/Dialogs.module.css';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { addAgmsToRun, startSynch } from './finished-acts.ts';

const PAGE_SIZE = 100;

/** Adds forgotten devices: their passages between launch and receive are added to the run. */
export function AddAgmsDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const { run } = tracked;
  const queryClient = useQueryClient();
  const devices = useSteadyDevices();
  const areLoaded = useAreDevicesLoaded();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [sought, setSought] = useState('');
  const watching = new Set(run.path.agms);
  const available = listAvailable(devices, run.groupId, []).filter((uid) => !watching.has(uid));
  const found = available.filter((uid) => String(uid).includes(sought.trim()));
  const { rows, pager } = usePages(found, PAGE_SIZE);
  const reason =
    blockedBecause ??
    (areLoaded ? undefined : 'The devices are still loading.') ??
    (chosen.size > 0 ? undefined : 'No AGMs selected');
  const add = async () => {
    await addAgmsToRun(queryClient, run.runId, chosen, devices);
    showSuccess(`${countWords(chosen.size, 'AGM')} added`, nameRun(tracked));
    startSynch(queryClient, run.runId);
  };
  return (
    <FormDialog
      {...{ isOpen, onClose }}
      title="Add AGMs"
      subtitle={nameRun(tracked)}
      submitLabel="Add Selected"
      blockedBecause={reason}
      note={
        <span role="status" className="tabular">
          {chosen.size.toLocaleString('en-US')} of {available.length.toLocaleString('en-US')} selected
        </span>
      }
      onSubmit={add}
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
        <EmptyState>{available.length === 0 ? 'All AGMs of the company are in the run' : 'No results'}</EmptyState>
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
