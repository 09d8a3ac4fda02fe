import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { describeServiceException } from './messaging-form.view.ts';

interface ServiceExceptionProps {
  /** What a call failed with; null when there is nothing to tell. */
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
