import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { selectFinished, useFinished } from '#/features/runs/finished-store.ts';
import { t } from '#/language/t.ts';
import { FinishedDialogs, type FinishedStep } from './FinishedDialogs.tsx';
import { FinishedRunDetails } from './FinishedRunDetails.tsx';
import { FinishedRunList } from './FinishedRunList.tsx';

/** A page of completed runs, and the actions on the selected one. */
export function CompletedRuns() {
  const chosenId = useFinished(({ runId }) => runId);
  const dialogs = useDialogChain<FinishedStep>();
  return (
    <div {...dialogHome}>
      <FinishedRunList
        chosenId={chosenId}
        emptyText={t('No completed runs yet. A run is completed when it is ended with its receive time.')}
        onChoose={({ runId }) => selectFinished(runId)}
      />
      {chosenId !== null && <FinishedRunDetails key={chosenId} runId={chosenId} onOpen={dialogs.open} />}
      <FinishedDialogs dialogs={dialogs} />
    </div>
  );
}
