import { useQueryClient } from '@tanstack/react-query';
import { Say } from '#/language/Say.tsx';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Time } from '#/ui/clock/Time.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import type { WebhookStep } from './WebhookDialogs.tsx';
import { sendTest, type Webhook } from './webhooks.data.ts';
import { describeBacklog, describeScope, nameOf, stateOf } from './webhooks.view.ts';
import styles from './Webhooks.module.css';

interface WebhookRowProps {
  readonly webhook: Webhook;
  /** Its deliveries are shown. */
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onStep: (step: WebhookStep) => void;
}

/** A webhook with its state and what can be done with it. */
export function WebhookRow({ webhook, isShown, onShow, onStep }: WebhookRowProps) {
  const { description, url, lastDeliveredAt, dead } = webhook;
  const backlog = describeBacklog(webhook);
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        {nameOf(webhook)}
        <StateTag webhook={webhook} />
      </div>
      {description !== '' && <div className={`mono ${styles.url}`}>{url}</div>}
      <div className={styles.detail}>{describeScope(webhook)}</div>
      <div className={styles.detail}>
        {lastDeliveredAt === null ? (
          t('Nothing delivered yet')
        ) : (
          <Say text="Last delivered {time}" values={{ time: <Time of={lastDeliveredAt} saysUtc /> }} />
        )}
      </div>
      {backlog !== null && (
        <div className={styles.detail} data-dead={dead > 0 || undefined}>
          {backlog}
        </div>
      )}
      <Concerns webhook={webhook} />
      <Buttons webhook={webhook} isShown={isShown} onShow={onShow} onStep={onStep} />
    </li>
  );
}

function StateTag({ webhook }: { readonly webhook: Webhook }) {
  switch (stateOf(webhook)) {
    case 'disabled':
      return <Tag>{t('Disabled')}</Tag>;
    case 'failing':
      return <Tag>{t('Failing')}</Tag>;
    case 'ok':
      return <Tag tone="accent">{t('Working')}</Tag>;
    case 'unknown':
      return null;
  }
}

function Concerns({
  webhook: { isGone, isEnabled, failingSince, lastError, oldSecretUntil },
}: {
  readonly webhook: Webhook;
}) {
  return (
    <>
      {isGone && <Warning>{t('The receiver answered 410 Gone, so the server disabled this webhook.')}</Warning>}
      {isEnabled && failingSince !== null && (
        <Warning>
          <Say
            text="Failing since {time}: {reason}"
            values={{ time: <Time of={failingSince} saysUtc />, reason: lastError ?? '' }}
          />
        </Warning>
      )}
      {oldSecretUntil !== null && (
        <div className={styles.detail}>
          <Say
            text="The replaced secret is valid until {time}"
            values={{ time: <Time of={oldSecretUntil} saysUtc /> }}
          />
        </div>
      )}
    </>
  );
}

function Buttons({ webhook, isShown, onShow, onStep }: WebhookRowProps) {
  const queryClient = useQueryClient();
  const { canWrite, blockedBecause } = useCanWrite();
  const name = nameOf(webhook);
  const writes = { size: 'small', disabled: !canWrite, title: blockedBecause } as const;
  return (
    <div className={styles.buttons} role="group" aria-label={name}>
      <Button size="small" aria-expanded={isShown} onClick={onShow}>
        {t('Deliveries')}
      </Button>
      <Button
        {...writes}
        disabled={!canWrite || !webhook.isEnabled}
        onClick={() => void sendTest(queryClient, webhook.id)}
      >
        {t('Send test')}
      </Button>
      <Button {...writes} icon="edit" onClick={() => onStep({ kind: 'edit', webhook })}>
        {t('Edit')}
      </Button>
      <Button {...writes} icon="key" onClick={() => onStep({ kind: 'rotate', webhook })}>
        {t('Replace secret')}
      </Button>
      <Button {...writes} icon="trash" onClick={() => onStep({ kind: 'remove', webhook })}>
        {t('Delete')}
      </Button>
    </div>
  );
}
