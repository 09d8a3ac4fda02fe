import { changeDevices } from '@waymark/domain/run/changes/changes';
import { writeRun } from '@waymark/contract/runs/write-run';
import { callApi } from '#/api/client.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { chooseAgms } from '#/features/planning/editor/agms/agm-list.ts';
import { callForRun, readServerNow, UPDATE_FAILURE } from '#/features/runs/change-run.ts';
import { AgmsPicker } from '#/features/runs/dialogs/AgmsPicker.tsx';
import { listAvailable } from '#/features/runs/dialogs/agms.view.ts';
import type { RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { t } from '#/language/t.ts';

/** Chooses the devices that watch the run. */
export function AgmsDialog(props: RunDialogProps) {
  const { run } = props.tracked;
  const { agms } = run.path;
  const save = async (chosen: ReadonlySet<number>, devices: readonly Device[]) => {
    const company = devices.filter(({ groupId }) => groupId === run.groupId);
    const changed = changeDevices(run, chooseAgms(run.path, chosen, company));
    await callForRun(run.runId, UPDATE_FAILURE, () =>
      callApi('POST /pigrun/updateAgms', {
        body: { runId: run.runId, path: writeRun(changed, readServerNow()).pigPath },
      }),
    );
  };
  return (
    <AgmsPicker
      {...props}
      title={t('Edit Available AGMs')}
      submitLabel={t('Save Selected')}
      list={(devices) => listAvailable(devices, run.groupId, agms)}
      beginsWith={agms}
      emptyText={t('No AGMs')}
      onSave={save}
    />
  );
}
