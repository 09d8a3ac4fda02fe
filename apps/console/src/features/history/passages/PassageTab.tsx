import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { useDeviceWindows } from '#/features/devices/windows/device-windows.ts';
import { useHistoryReloads } from '#/features/devices/windows/history-reloads.ts';
import { passagesQuery, type PassageRow } from '../history.data.ts';
import { HistoryPane, type PaneParts } from '../HistoryPane.tsx';
import { deletePassage } from './passage-acts.ts';
import { PassageCell, RowActions } from './PassageCells.tsx';
import { hasRecord, PASSAGE_COLUMNS } from './passages.view.ts';
import { RefusalDialog } from './RefusalDialog.tsx';

interface DeleteDialogProps {
  readonly row: PassageRow | null;
  readonly onClose: () => void;
}

function DeleteDialog({ row, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      isOpen={row !== null}
      title="Are you sure you want to delete this passage?"
      confirmLabel="Delete"
      isDestructive
      onConfirm={() => row && deletePassage(queryClient, row)}
      onClose={onClose}
    >
      {row && `Detection Count ${row.detectionCount} / ${row.passageTimeStamp}, with all its records.`}
    </ConfirmDialog>
  );
}

/** The passage whose chart is open. */
function useChartedId(uid: number): number | undefined {
  return useDeviceWindows(({ open }) => {
    const found = open.find((shown) => shown.kind === 'passage' && shown.uid === uid);
    return found?.kind === 'passage' ? found.passageId : undefined;
  });
}

/** The passages of a device with charts, positions, and for admins verification. */
export function PassageTab({ isAdmin, ...pane }: PaneParts & { readonly isAdmin: boolean }) {
  const [refusal, setRefusal] = useState<Error | null>(null);
  const [doomed, setDoomed] = useState<PassageRow | null>(null);
  const chartedId = useChartedId(pane.uid);
  return (
    <>
      <HistoryPane
        {...pane}
        kind="passage"
        what="passage"
        timeField="passageTimeStamp"
        columns={PASSAGE_COLUMNS}
        read={passagesQuery}
        keyOf={({ passageId }) => passageId}
        isCurrent={(row) => chartedId !== undefined && hasRecord(row, [chartedId])}
        renderCell={(column, row) => <PassageCell column={column} row={row} isAdmin={isAdmin} onRefused={setRefusal} />}
        renderActions={(row) => <RowActions row={row} onDelete={isAdmin ? () => setDoomed(row) : undefined} />}
        exportKind="Passage"
        reloads={useHistoryReloads(pane.uid)}
      />
      <RefusalDialog error={refusal} onDismiss={() => setRefusal(null)} />
      <DeleteDialog row={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}
