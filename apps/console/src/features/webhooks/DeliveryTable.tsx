import { useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Time } from '#/ui/clock/Time.tsx';
import { keepScrollFocusable } from '#/ui/table/focusable-scroll.ts';
import table from '#/ui/table/DataTable.module.css';
import type { WebhookStep } from './WebhookDialogs.tsx';
import { replayDelivery, type Delivery, type Webhook } from './webhooks.data.ts';
import { describeAnswer, STATUS_WORDS } from './webhooks.view.ts';
import styles from './Webhooks.module.css';

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
export function DeliveryTable({ webhook, deliveries, onStep }: DeliveryTableProps) {
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
