import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { StaleData } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { AgmDialogs, type AgmStep } from './AgmDialogs.tsx';
import { AgmTable } from './AgmTable.tsx';
import { groupAgmsQuery } from './agms.data.ts';
import { useFleetDialogs } from './fleet-store.ts';
import { ImportedDialog } from './import/ImportedDialog.tsx';

/** The AGMs of a company, and the actions on them. */
export function GroupAgms({ groupId }: { readonly groupId: number }) {
  const query = useQuery(groupAgmsQuery(groupId));
  const { canWrite, blockedBecause } = useCanWrite();
  const dialogs = useDialogChain<AgmStep>();
  // Credentials, which are shown once, are in front of all other dialogs and are closed last.
  const isIssued = useFleetDialogs(({ issued, imported }) => issued !== null || imported !== null);
  const restoreFocus = useEffectEvent(dialogs.restoreFocus);
  useEffect(() => {
    if (!isIssued) return undefined;
    return () => restoreFocus();
  }, [isIssued]);
  const blocked = { disabled: !canWrite, title: blockedBecause };
  const actions = (
    <>
      <Button icon="upload" {...blocked} onClick={() => dialogs.open({ kind: 'import' })}>
        Import
      </Button>
      <Button icon="plus" {...blocked} onClick={() => dialogs.open({ kind: 'add' })}>
        Add AGM
      </Button>
    </>
  );
  return (
    <>
      <div {...dialogHome}>
        <ReloadFailure query={query} what="AGMs" />
        <LoadedData query={query} what="AGMs" widths={[90, 110, 80]}>
          {(agms) => (
            <StaleData isStale={query.isFetching}>
              <AgmTable agms={agms} actions={actions} onChoose={(agm) => dialogs.open({ kind: 'info', agm })} />
            </StaleData>
          )}
        </LoadedData>
      </div>
      <AgmDialogs groupId={groupId} dialogs={dialogs} />
      <ImportedDialog />
    </>
  );
}
