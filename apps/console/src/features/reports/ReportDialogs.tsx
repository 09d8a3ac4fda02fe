import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { RefusalDialog } from '#/features/history/passages/RefusalDialog.tsx';
import { describeReportException } from './downloads/flow-words.view.ts';
import { deleteManual, refreshReport, type ReportRow } from './report.data.ts';
import type { Report } from './report.ts';

export type ReportStep =
  | { readonly kind: 'delete'; readonly row: ReportRow }
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'failed'; readonly error: unknown };

interface ReportDialogsProps {
  readonly dialogs: DialogChain<ReportStep>;
  readonly report: Report;
}

/** The confirmation before a passage is deleted, and error messages. */
export function ReportDialogs({ dialogs: { step, isOpen, turn, close }, report }: ReportDialogsProps) {
  const queryClient = useQueryClient();
  if (step === null) return null;
  switch (step.kind) {
    case 'delete': {
      const { runId, markerName, passageTimeStamp } = step.row;
      const remove = async () => {
        if (runId === null || passageTimeStamp === null) return;
        await deleteManual(runId, passageTimeStamp);
        await refreshReport(queryClient, report);
      };
      return (
        <ConfirmDialog
          key={turn}
          isOpen={isOpen}
          title="Are you sure you want to delete this passage?"
          confirmLabel="Delete"
          isDestructive
          onConfirm={remove}
          onClose={close}
        >
          {`Manual passage at ${markerName}, ${passageTimeStamp}.`}
        </ConfirmDialog>
      );
    }
    case 'refused':
      return <RefusalDialog error={isOpen ? step.error : null} onDismiss={close} />;
    case 'failed': {
      const { title, text } = describeReportException(toShownError(step.error));
      return (
        <MessageDialog isOpen={isOpen} title={title} onClose={close}>
          <p>{text}</p>
        </MessageDialog>
      );
    }
  }
}
