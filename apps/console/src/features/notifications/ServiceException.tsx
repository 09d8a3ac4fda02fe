import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { describeServiceException } from './messaging-form.view.ts';

interface ServiceExceptionProps {
  /** The error of the failed call; null: none. */
  readonly error: unknown;
  readonly onClose: () => void;
}

export function ServiceException({ error, onClose }: ServiceExceptionProps) {
  return (
    <MessageDialog isOpen={error !== null} title="Notification Settings Service Exception" onClose={onClose}>
      {error !== null && describeServiceException(toShownError(error))}
    </MessageDialog>
  );
}
