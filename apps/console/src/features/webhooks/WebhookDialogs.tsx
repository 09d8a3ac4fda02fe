import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { t } from '#/language/t.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { SecretDialog } from '#/ui/dialog/SecretDialog.tsx';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { CopyField } from '#/ui/field/CopyField.tsx';
import { WebhookFormDialog } from './WebhookFormDialog.tsx';
import {
  removeWebhook,
  type Webhook,
  type WebhookWithSecret,
  replaceSecret,
  deliveryQuery,
  type DeliveryDetail,
} from './webhooks.data.ts';
import { nameOf } from './webhooks.view.ts';
import { Say } from '#/language/Say.tsx';
import { Time } from '#/ui/clock/Time.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import styles from './Webhooks.module.css';

export type WebhookStep =
  /** null: a new one. */
  | { readonly kind: 'edit'; readonly webhook: Webhook | null }
  | { readonly kind: 'secret'; readonly made: WebhookWithSecret }
  | { readonly kind: 'rotate'; readonly webhook: Webhook }
  | { readonly kind: 'remove'; readonly webhook: Webhook }
  | { readonly kind: 'delivery'; readonly webhookId: number; readonly deliveryId: number };

interface WebhookDialogsProps {
  /** The company that a superadmin has chosen; undefined: the user's own. */
  readonly groupId: number | undefined;
  readonly dialogs: DialogChain<WebhookStep>;
}

/** The dialogs of the page, one at a time. */
export function WebhookDialogs({ groupId, dialogs }: WebhookDialogsProps) {
  const queryClient = useQueryClient();
  const { step, isOpen, close, follow } = dialogs;
  switch (step?.kind) {
    case undefined:
      return null;
    case 'edit':
      return (
        <WebhookFormDialog
          groupId={groupId}
          webhook={step.webhook}
          isOpen={isOpen}
          onMade={(made) => follow({ kind: 'secret', made })}
          onClose={close}
        />
      );
    case 'secret':
      return <HookSecretDialog made={step.made} isOpen={isOpen} onClose={close} />;
    case 'rotate':
      return (
        <RotateDialog
          webhook={step.webhook}
          isOpen={isOpen}
          onMade={(made) => follow({ kind: 'secret', made })}
          onClose={close}
        />
      );
    case 'remove':
      return (
        <ConfirmDialog
          isOpen={isOpen}
          title={t('Delete this webhook?')}
          confirmLabel={t('Delete')}
          isDestructive
          onConfirm={() => removeWebhook(queryClient, step.webhook.id)}
          onClose={close}
        >
          {t('{name} gets no more events. Its deliveries are deleted, and what waits is not sent.', {
            name: nameOf(step.webhook),
          })}
        </ConfirmDialog>
      );
    case 'delivery':
      return <DeliveryDialog webhookId={step.webhookId} deliveryId={step.deliveryId} isOpen={isOpen} onClose={close} />;
  }
}

interface HookSecretDialogProps {
  readonly made: WebhookWithSecret;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function HookSecretDialog({ made, isOpen, onClose }: HookSecretDialogProps) {
  return (
    <SecretDialog
      isOpen={isOpen}
      title={t('Signing secret')}
      subtitle={nameOf(made)}
      warning={t('This secret is shown only now. The receiver verifies with it that an event is from Waymark.')}
      question={t('Close without the secret?')}
      answer={t('It cannot be shown again. Replace it then.')}
      onClose={onClose}
    >
      <CopyField label={t('Secret')} text={made.secret} />
    </SecretDialog>
  );
}

interface RotateDialogProps {
  readonly webhook: Webhook;
  readonly isOpen: boolean;
  readonly onMade: (made: WebhookWithSecret) => void;
  readonly onClose: () => void;
}

/** Asks before it replaces the signing secret. */
function RotateDialog({ webhook, isOpen, onMade, onClose }: RotateDialogProps) {
  const queryClient = useQueryClient();
  const made = useRef<WebhookWithSecret>(null);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Replace the secret?')}
      confirmLabel={t('Replace')}
      onConfirm={async () => {
        made.current = await replaceSecret(queryClient, webhook.id);
      }}
      onClose={() => (made.current ? onMade(made.current) : onClose())}
    >
      {t('{name} gets a new signing secret. For 24 hours events carry the signatures of both.', {
        name: nameOf(webhook),
      })}
    </ConfirmDialog>
  );
}

interface DeliveryDialogProps {
  readonly webhookId: number;
  readonly deliveryId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A delivery: its body, its latest attempts and the start of the last answer. */
function DeliveryDialog({ webhookId, deliveryId, isOpen, onClose }: DeliveryDialogProps) {
  const query = useQuery({ ...deliveryQuery(webhookId, deliveryId), enabled: isOpen });
  return (
    <InfoDialog isOpen={isOpen} title={t('Delivery')} subtitle={query.data?.eventType} onClose={onClose} width={620}>
      <LoadedData query={query} what={t('The delivery')} widths={[320, 260, 380]} isInline>
        {(delivery) => <Detail delivery={delivery} />}
      </LoadedData>
    </InfoDialog>
  );
}

function Detail({ delivery: { body, log, response } }: { readonly delivery: DeliveryDetail }) {
  return (
    <>
      <div className={styles.legend}>{t('Body')}</div>
      <CodeBlock text={JSON.stringify(body, null, 2)} />
      <div className={styles.legend}>{t('Attempts')}</div>
      {log.length === 0 ? (
        <div className={styles.detail}>{t('Not tried yet')}</div>
      ) : (
        <ol className={styles.log}>
          {log.map(({ at, tookMs, status, error }, place) => (
            <li key={place}>
              <Say
                text="{time} after {took} ms: {answer}"
                values={{ time: <Time of={at} saysUtc />, took: tookMs, answer: error ?? status }}
              />
            </li>
          ))}
        </ol>
      )}
      {response !== null && (
        <>
          <div className={styles.legend}>{t('Start of the last answer')}</div>
          <CodeBlock text={response === '' ? t('(empty)') : response} />
        </>
      )}
    </>
  );
}
