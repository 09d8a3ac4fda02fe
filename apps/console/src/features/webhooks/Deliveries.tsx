import { SegmentedControl } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState, StaleData } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import type { WebhookStep } from './WebhookDialogs.tsx';
import {
  deliveriesQuery,
  replayDead,
  type DeliveryStatus,
  type Webhook,
  replayDelivery,
  type Delivery,
} from './webhooks.data.ts';
import { FILTERS, nameOf, describeAnswer, STATUS_WORDS } from './webhooks.view.ts';
import page from './WebhooksPage.module.css';
import styles from './Webhooks.module.css';
import { Time } from '#/ui/clock/Time.tsx';
import { keepScrollFocusable } from '#/ui/table/focusable-scroll.ts';
import table from '#/ui/table/DataTable.module.css';

interface DeliveryTableProps {
  readonly webhook: Webhook;
  readonly deliveries: readonly Delivery[];
  readonly onStep: (step: WebhookStep) => void;
}

const COLUMNS = [
  t('Queued'),
  t('Event'),
  t('Subject'),
  t('Status'),
  t('Attempts'),
  t('Next attempt'),
  t('Answer'),
  t('Actions'),
];

/** A page of deliveries, the newest first. */
function DeliveryTable({ webhook, deliveries, onStep }: DeliveryTableProps) {
  return (
    <div ref={keepScrollFocusable} className={styles.table}>
      <table className={table.table}>
        <caption className="visually-hidden">{t('Deliveries')}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} onStep={onStep} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DeliveryRowProps extends Pick<DeliveryTableProps, 'webhook' | 'onStep'> {
  readonly delivery: Delivery;
}

function DeliveryRow({ webhook, delivery, onStep }: DeliveryRowProps) {
  const queryClient = useQueryClient();
  const { canWrite, blockedBecause } = useCanWrite();
  const { id, eventType, subject, status, attempts, queuedAt, nextAttemptAt } = delivery;
  const named = { type: eventType, subject };
  return (
    <tr>
      <td>
        <Time of={queuedAt} saysUtc />
      </td>
      <td className="mono">{eventType}</td>
      <td className="mono">{subject}</td>
      <td>{STATUS_WORDS[status]}</td>
      <td data-number>{attempts}</td>
      <td>{nextAttemptAt === null ? '—' : <Time of={nextAttemptAt} saysUtc />}</td>
      <td>
        <div className={styles.answer} title={describeAnswer(delivery)}>
          {describeAnswer(delivery)}
        </div>
      </td>
      <td>
        <Button
          size="tiny"
          aria-label={t('Details of {type} for {subject}', named)}
          onClick={() => onStep({ kind: 'delivery', webhookId: webhook.id, deliveryId: id })}
        >
          {t('Details')}
        </Button>{' '}
        {status !== 'waiting' && (
          <Button
            size="tiny"
            aria-label={t('Replay {type} for {subject}', named)}
            disabled={!canWrite || !webhook.isEnabled}
            title={blockedBecause}
            onClick={() => void replayDelivery(queryClient, webhook.id, id)}
          >
            {t('Replay')}
          </Button>
        )}
      </td>
    </tr>
  );
}

interface DeliveriesProps {
  readonly webhook: Webhook;
  readonly onStep: (step: WebhookStep) => void;
}

/** The deliveries of a webhook in the last 30 days. */
export function Deliveries({ webhook, onStep }: DeliveriesProps) {
  const [status, setStatus] = useState<DeliveryStatus | ''>('');
  const title = t('Deliveries of {name}', { name: nameOf(webhook) });
  return (
    <section className={page.section} aria-label={title}>
      <div className={page.bar}>
        <h2 className={page.heading}>{title}</h2>
        <SegmentedControl
          aria-label={t('Which deliveries')}
          data={[...FILTERS]}
          value={status}
          onChange={(next) => setStatus(next)}
        />
        <ReplayDead webhook={webhook} />
      </div>
      <DeliveryPages key={status} webhook={webhook} status={status === '' ? undefined : status} onStep={onStep} />
    </section>
  );
}

function ReplayDead({ webhook }: { readonly webhook: Webhook }) {
  const queryClient = useQueryClient();
  const { canWrite, blockedBecause } = useCanWrite();
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      icon="retry"
      disabled={!canWrite || webhook.dead === 0 || !webhook.isEnabled}
      title={blockedBecause}
      isBusy={isBusy}
      onClick={() => {
        setBusy(true);
        void replayDead(queryClient, webhook.id).finally(() => setBusy(false));
      }}
    >
      {t('Replay all dead')}
    </Button>
  );
}

interface DeliveryPagesProps extends DeliveriesProps {
  readonly status: DeliveryStatus | undefined;
}

function DeliveryPages({ webhook, status, onStep }: DeliveryPagesProps) {
  /** Each page begins below one of these ids. */
  const [starts, setStarts] = useState<readonly number[]>([]);
  const query = useQuery(deliveriesQuery(webhook.id, status, starts.at(-1)));
  const { isPlaceholderData } = query;
  return (
    <>
      <ReloadFailure query={query} what={t('Deliveries')} />
      <LoadedData query={query} what={t('Deliveries')} widths={[320, 260, 380]}>
        {({ deliveries, hasMore }) => (
          <StaleData isStale={isPlaceholderData}>
            {deliveries.length === 0 ? (
              <EmptyState>{t('No deliveries')}</EmptyState>
            ) : (
              <DeliveryTable webhook={webhook} deliveries={deliveries} onStep={onStep} />
            )}
            {(hasMore || starts.length > 0) && (
              <div className={styles.foot} role="group" aria-label={t('Pages')}>
                <span role="status">{t('Page {page}', { page: starts.length + 1 })}</span>
                <Button size="small" disabled={starts.length === 0} onClick={() => setStarts(starts.slice(0, -1))}>
                  {t('Newer')}
                </Button>
                <Button
                  size="small"
                  disabled={!hasMore}
                  onClick={() => setStarts([...starts, deliveries.at(-1)?.id ?? 1])}
                >
                  {t('Older')}
                </Button>
              </div>
            )}
          </StaleData>
        )}
      </LoadedData>
    </>
  );
}
