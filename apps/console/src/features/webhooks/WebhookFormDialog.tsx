import { NativeSelect, NumberInput, Switch, TextInput, Checkbox } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { ETA_MINUTES, MAX_HOOK_DESCRIPTION, MAX_HOOK_URL } from '@waymark/contract/routes/event-hooks';
import { writeExample } from '@waymark/contract/event-hooks/cloud-event';
import { useCompanyPaths } from '#/features/runs/runs.data.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useMaking } from '#/ui/dialog/use-making.ts';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { addWebhook, changeWebhook, type Webhook, type WebhookWithSecret } from './webhooks.data.ts';
import {
  beginForm,
  findFieldErrors,
  hasEtaField,
  toSent,
  WEBHOOK_RULES,
  type WebhookForm,
  describeType,
  EVENT_GROUPS,
} from './webhooks.view.ts';
import { CodeBlock } from './CodeBlock.tsx';
import styles from './Webhooks.module.css';

interface WebhookFormDialogProps {
  /** The company that a superadmin has chosen; undefined: the user's own. */
  readonly groupId: number | undefined;
  /** null: a new one. */
  readonly webhook: Webhook | null;
  readonly isOpen: boolean;
  readonly onMade: (made: WebhookWithSecret) => void;
  readonly onClose: () => void;
}

const EXAMPLE_ADDRESS = 'https://receiver.example.com/waymark';

/** Asks where events go, and which. */
export function WebhookFormDialog({ groupId, webhook, isOpen, onMade, onClose }: WebhookFormDialogProps) {
  const { blockedBecause } = useCanWrite();
  const queryClient = useQueryClient();
  const form = useForm<WebhookForm>({ initialValues: beginForm(webhook), validate: WEBHOOK_RULES });
  const { made, make } = useMaking<WebhookForm, WebhookWithSecret>(form, {
    send: async (values) => {
      if (webhook === null) return addWebhook(queryClient, { ...toSent(values), groupId });
      await changeWebhook(queryClient, webhook.id, toSent(values));
      return null;
    },
    findErrors: findFieldErrors,
  });
  return (
    <FormDialog
      isOpen={isOpen}
      title={webhook === null ? t('Add a Webhook') : t('Edit the Webhook')}
      submitLabel={webhook === null ? t('Add') : t('Save')}
      blockedBecause={blockedBecause}
      onValidate={() => validateForm(form)}
      onSubmit={make}
      onClose={() => (made.current ? onMade(made.current) : onClose())}
      width={560}
    >
      <TextInput
        label={t('Address')}
        placeholder={EXAMPLE_ADDRESS}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_HOOK_URL}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label={t('Description')}
        autoComplete="off"
        maxLength={MAX_HOOK_DESCRIPTION}
        {...form.getInputProps('description')}
      />
      <PathField form={form} groupId={groupId} webhook={webhook} />
      <EventFields form={form} />
      {hasEtaField(form.values.eventTypes) && (
        <NumberInput
          label={t('Expected arrival moved by more than')}
          min={ETA_MINUTES.least}
          max={ETA_MINUTES.most}
          suffix=" min"
          allowDecimal={false}
          {...form.getInputProps('etaMinutes')}
        />
      )}
      <Switch
        label={t('Enabled')}
        description={t('What waits when it is disabled is dead, and can be replayed.')}
        {...form.getInputProps('isEnabled', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

interface PathFieldProps extends Pick<WebhookFormDialogProps, 'groupId' | 'webhook'> {
  readonly form: UseFormReturnType<WebhookForm>;
}

/** The path of the webhook is a choice before the list of paths is loaded, and also if it is deleted. */
function PathField({ form, groupId, webhook }: PathFieldProps) {
  const paths = useCompanyPaths(groupId);
  const begun = beginForm(webhook).pathId;
  const isListed = begun === '' || paths.some(({ pathId }) => String(pathId) === begun);
  return (
    <NativeSelect
      label={t('Path')}
      description={t('With a path: its runs, their alerts, and the AGMs that watch it.')}
      data={[
        { value: '', label: t('All paths') },
        ...(isListed ? [] : [{ value: begun, label: webhook?.pathName ?? t('A deleted path') }]),
        ...paths.map(({ pathId, name }) => ({ value: String(pathId), label: name })),
      ]}
      {...form.getInputProps('pathId')}
    />
  );
}

/** The catalogue of events, each with an example of its body. */
function EventFields({ form }: { readonly form: UseFormReturnType<WebhookForm> }) {
  return (
    <Checkbox.Group
      label={t('Events')}
      value={[...form.values.eventTypes]}
      error={form.errors['eventTypes']}
      onChange={(types) => form.setFieldValue('eventTypes', types)}
    >
      {EVENT_GROUPS.map(({ label, types }) => (
        <div key={label} className={styles.group} role="group" aria-label={label}>
          <div className={styles.legend}>{label}</div>
          {types.map((type) => (
            <div key={type}>
              <Checkbox value={type} label={<span className="mono">{type}</span>} description={describeType(type)} />
              <details className={styles.example}>
                <summary>{t('Example of {type}', { type })}</summary>
                <CodeBlock text={JSON.stringify(writeExample(type), null, 2)} />
              </details>
            </div>
          ))}
        </div>
      ))}
    </Checkbox.Group>
  );
}
