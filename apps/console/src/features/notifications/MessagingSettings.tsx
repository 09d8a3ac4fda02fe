import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toPhoneDigits } from '@waymark/domain/account/phone';
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ErrorState, SkeletonLines } from '#/ui/state/DataState.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { Warning } from '#/ui/state/Warning.tsx';
import { currentUserQuery, type CurrentUser } from './current-user.data.ts';
import {
  describeStop,
  SETTINGS_SAVED,
  toMessagingRequest,
  validateMessaging,
  type MessagingForm,
} from './messaging-form.view.ts';
import { TERMS } from './messaging-texts.ts';
import styles from './NotificationsDialog.module.css';

interface StoredSettingsProps {
  /** Called when a request has failed, for a dialog in front. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * The form reads the stored settings once, when it opens, and then keeps the user's entries. STOP and START from the
 * phone change the opt-in meanwhile.
 */
function useMessagingForm(user: CurrentUser, onFailure: StoredSettingsProps['onFailure']) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const form = useForm<MessagingForm>({
    initialValues: { isOptedIn: user.a2PMessagingOptInState, phone: user.phone },
    validate: { phone: (_, values) => validateMessaging(values) },
  });
  const { a2PMessagingOptInState: stored } = user;
  const followPhone = useEffectEvent((isOptedIn: boolean) => form.setFieldValue('isOptedIn', isOptedIn));
  useEffect(() => followPhone(stored), [stored]);
  const save = async () => {
    setBusy(true);
    try {
      await callApi('POST /pigrun/user/update-a2p-messaging-state', { body: toMessagingRequest(form.values) });
      form.resetDirty();
      showSuccess(SETTINGS_SAVED);
      await queryClient.invalidateQueries(currentUserQuery);
    } catch (error) {
      if (isApiError(error, 'phone-stopped')) {
        form.setFieldError('phone', error.detail);
        return;
      }
      logFailure(error);
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { form, isBusy, save };
}

function MessagingFields({ user, onFailure }: StoredSettingsProps & { readonly user: CurrentUser }) {
  const { blockedBecause } = useCanWrite();
  const { form, isBusy, save } = useMessagingForm(user, onFailure);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (blockedBecause === undefined && !isBusy && !form.validate().hasErrors) void save();
  };
  const { error, ...phone } = form.getInputProps('phone');
  return (
    <form className={styles.fields} aria-label={t('Text messages')} onSubmit={submit} noValidate>
      {user.stoppedPhone && <Warning>{describeStop(user.stoppedPhone)}</Warning>}
      <Checkbox
        label={t('Opt-in to receiving informational messaging.')}
        {...form.getInputProps('isOptedIn', { type: 'checkbox' })}
      />
      <TextInput
        label={t('Phone number')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...phone}
        onChange={({ currentTarget }) => form.setFieldValue('phone', toPhoneDigits(currentTarget.value))}
        error={error && <span className={styles.badge}>{error}</span>}
      />
      <div className={styles.foot}>
        {blockedBecause !== undefined && <span className={styles.note}>{blockedBecause}</span>}
        <Button
          type="submit"
          look={form.isDirty() ? 'primary' : 'default'}
          isBusy={isBusy}
          isFaulty={form.errors['phone'] !== undefined}
          disabled={blockedBecause !== undefined}
        >
          {t('Save Messaging Settings')}
        </Button>
      </div>
    </form>
  );
}

function StoredSettings({ onFailure }: StoredSettingsProps) {
  const { data, error, refetch, isFetching, isFetchedAfterMount, fetchStatus } = useQuery({
    ...currentUserQuery,
    refetchOnMount: 'always',
    meta: { isShownInPlace: true },
  });
  const failure = isFetchedAfterMount ? error : null;
  const tell = useEffectEvent(onFailure);
  useEffect(() => {
    if (failure) tell(failure);
  }, [failure]);
  const isRead = isFetchedAfterMount || fetchStatus === 'paused';
  if (data && isRead) return <MessagingFields user={data} onFailure={onFailure} />;
  if (!failure) return <SkeletonLines label={t('Loading messaging settings')} widths={[240, 180]} />;
  return (
    <ErrorState
      title={t('The messaging settings did not load')}
      why={failure.message}
      logId={toShownError(failure).logId}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}

interface MessagingSettingsProps extends StoredSettingsProps {
  readonly onShowPolicy: () => void;
}

/** Chooses whether the signed-in user gets text messages, and at which number. */
export function MessagingSettings({ onFailure, onShowPolicy }: MessagingSettingsProps) {
  return (
    <section className={styles.part} aria-label={t('Text messages')}>
      <div className={styles.head}>
        <h3>{t('Text messages')}</h3>
        <h4 className={styles.terms}>{t('Terms of Service')}</h4>
        {TERMS.map((text) => (
          <p key={text} className={styles.quiet}>
            {text}
          </p>
        ))}
        <span className={styles.policy}>
          <Button size="small" onClick={onShowPolicy}>
            {t('View Privacy Policy')}
          </Button>
        </span>
      </div>
      <StoredSettings onFailure={onFailure} />
    </section>
  );
}
