import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { callApi } from '../../api/client.ts';
import { logFailure } from '../../api/log-failure.ts';
import { useCanWrite } from '../../live/use-can-write.ts';
import { ErrorState, SkeletonLines } from '../../ui/DataState.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toShownError } from '../../ui/shown-error.ts';
import { showSuccess } from '../../ui/toasts.ts';
import { currentUserQuery, type CurrentUser } from './current-user.data.ts';
import { SETTINGS_SAVED, toMessagingRequest, validateMessaging, type MessagingForm } from './messaging-form.view.ts';
import styles from './NotificationsDialog.module.css';

interface NotificationsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const DIALOG = { title: 'Notifications / SMS Opt-in', submitLabel: 'Save Messaging Settings', cancelLabel: 'Close' };

/** The form takes over what is stored when it opens; what the user types afterwards stays his. */
function MessagingSettings({ user, ...dialog }: NotificationsDialogProps & { readonly user: CurrentUser }) {
  const { blockedBecause } = useCanWrite();
  const queryClient = useQueryClient();
  const stored: MessagingForm = { isOptedIn: user.a2PMessagingOptInState, phone: user.phone };
  const form = useForm<MessagingForm>({
    initialValues: stored,
    validate: { phone: (_, values) => validateMessaging(values) },
  });
  const takeStored = useEffectEvent(() => {
    form.setValues(stored);
    form.clearErrors();
  });
  useEffect(() => {
    if (dialog.isOpen) takeStored();
  }, [dialog.isOpen]);
  const save = async () => {
    try {
      await callApi('POST /pigrun/user/update-a2p-messaging-state', { body: toMessagingRequest(form.values) });
    } catch (error) {
      logFailure(error);
      throw error;
    }
    showSuccess(SETTINGS_SAVED);
    await queryClient.invalidateQueries(currentUserQuery);
  };
  return (
    <FormDialog
      {...dialog}
      {...DIALOG}
      blockedBecause={blockedBecause}
      onValidate={() => !form.validate().hasErrors}
      onSubmit={save}
    >
      <p className={styles.terms}>
        Text messages are informational only: passages, launches, receipts and device alarms of the runs you follow. Message and data rates
        apply.
      </p>
      <Checkbox label="Opt-in to receiving informational messaging." {...form.getInputProps('isOptedIn', { type: 'checkbox' })} />
      <TextInput label="Phone number" type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
    </FormDialog>
  );
}

export function NotificationsDialog(props: NotificationsDialogProps) {
  const { data, error, refetch, isFetching } = useQuery({ ...currentUserQuery, meta: { isShownInPlace: true } });
  if (data) return <MessagingSettings user={data} {...props} />;
  return (
    <FormDialog {...props} {...DIALOG} blockedBecause="The stored settings are not loaded yet." onSubmit={() => undefined}>
      {error ? (
        <ErrorState
          title="The messaging settings did not load"
          why={error.message}
          logId={toShownError(error).logId}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <SkeletonLines label="Loading messaging settings" widths={[320, 240]} />
      )}
    </FormDialog>
  );
}
