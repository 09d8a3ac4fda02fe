import { MessageDialog } from '../../../ui/MessageDialog.tsx';
import { toShownError } from '../../../ui/shown-error.ts';

interface RefusalDialogProps {
  readonly error: Error | null;
  readonly onDismiss: () => void;
}

/** Why a passage was not verified. */
export function RefusalDialog({ error, onDismiss }: RefusalDialogProps) {
  const { message, logId } = toShownError(error);
  return (
    <MessageDialog isOpen={error !== null} title="Passage not verified" closeLabel="Dismiss" onClose={onDismiss}>
      {message}
      {logId !== undefined && ` LogId = ${logId}`}
    </MessageDialog>
  );
}
