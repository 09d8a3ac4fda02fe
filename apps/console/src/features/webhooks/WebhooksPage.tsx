import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_HOOKS } from '@waymark/contract/routes/event-hooks';
import { OfCompany } from '#/features/runs/OfCompany.tsx';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { dialogHome, useDialogChain, type DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { ScreenPage } from '#/ui/page/ScreenPage.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { Deliveries } from './Deliveries.tsx';
import { WebhookDialogs, type WebhookStep } from './WebhookDialogs.tsx';
import { webhooksQuery, type Webhook, sendTest } from './webhooks.data.ts';
import page from './WebhooksPage.module.css';
import { Say } from '#/language/Say.tsx';
import { Time } from '#/ui/clock/Time.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import { describeBacklog, describeScope, nameOf, stateOf } from './webhooks.view.ts';
import styles from './Webhooks.module.css';

/** The webhooks of a company, and the deliveries of one of them. */
export function WebhooksPage() {
  const navigate = useNavigate();
  return (
    <ScreenPage title={t('Webhooks')} onBack={() => void navigate({ to: '/' })}>
      <OfCompany hint={t('Choose a company to see its webhooks.')}>
        {(groupId) => <CompanyWebhooks groupId={groupId} />}
      </OfCompany>
    </ScreenPage>
  );
}

/** `groupId` undefined: the user's own company. */
function CompanyWebhooks({ groupId }: { readonly groupId: number | undefined }) {
  const query = useQuery(webhooksQuery);
  const dialogs = useDialogChain<WebhookStep>();
  const isOfCompany = (webhook: Webhook) => groupId === undefined || webhook.groupId === groupId;
  return (
    <>
      <div className={page.content} {...dialogHome}>
        <ReloadFailure query={query} what={t('Webhooks')} />
        <LoadedData query={query} what={t('Webhooks')} widths={[320, 240, 280]}>
          {(webhooks) => <Webhooks webhooks={webhooks.filter(isOfCompany)} dialogs={dialogs} />}
        </LoadedData>
      </div>
      <WebhookDialogs key={dialogs.turn} groupId={groupId} dialogs={dialogs} />
    </>
  );
}

interface WebhooksProps {
  readonly webhooks: readonly Webhook[];
  readonly dialogs: DialogChain<WebhookStep>;
}

function Webhooks({ webhooks, dialogs }: WebhooksProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const [shownId, setShownId] = useState<number | null>(null);
  const shown = webhooks.find(({ id }) => id === shownId);
  const isFull = webhooks.length >= MAX_HOOKS;
  return (
    <>
      <section className={page.section} aria-label={t('Webhooks')}>
        <div className={page.bar}>
          <p className={page.quiet}>
            {t('Waymark posts events of this company to these addresses, signed, and tries again for a day.')}
          </p>
          <Button
            look="primary"
            icon="plus"
            disabled={!canWrite || isFull}
            title={
              blockedBecause ?? (isFull ? t('A company has at most {most} webhooks.', { most: MAX_HOOKS }) : undefined)
            }
            onClick={() => dialogs.open({ kind: 'edit', webhook: null })}
          >
            {t('Add a webhook')}
          </Button>
        </div>
        {webhooks.length === 0 ? (
          <EmptyState>{t('No webhooks')}</EmptyState>
        ) : (
          <ul className={page.list} aria-label={t('Webhooks')}>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                isShown={webhook.id === shownId}
                onShow={() => setShownId(webhook.id === shownId ? null : webhook.id)}
                onStep={dialogs.open}
              />
            ))}
          </ul>
        )}
      </section>
      {shown && <Deliveries key={shown.id} webhook={shown} onStep={dialogs.open} />}
    </>
  );
}

interface WebhookRowProps {
  readonly webhook: Webhook;
  /** Its deliveries are shown. */
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onStep: (step: WebhookStep) => void;
}

/** A webhook with its state and what can be done with it. */
function WebhookRow({ webhook, isShown, onShow, onStep }: WebhookRowProps) {
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
