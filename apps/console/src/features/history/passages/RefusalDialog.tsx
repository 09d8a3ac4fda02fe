import { t } from '#/language/t.ts';
import { isApiError } from '#/api/api-error.ts';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';

interface RefusalDialogProps {
  readonly error: Error | null;
  readonly onDismiss: () => void;
}

/** Why a passage was not verified. A refusal by the rules is no error and has no log id. */
export function RefusalDialog({ error, onDismiss }: RefusalDialogProps) {
  const { message, logId } = toShownError(error);
  return (
    <MessageDialog
      isOpen={error !== null}
      title={t('Passage not verified')}
      closeLabel={t('Dismiss')}
      onClose={onDismiss}
    >
      {message}
      {logId !== undefined && !isApiError(error, 'passage-not-verifiable') && ` LogId = ${logId}`}
    </MessageDialog>
  );
}
