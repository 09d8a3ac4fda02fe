import { useQuery } from '@tanstack/react-query';
import { Say } from '#/language/Say.tsx';
import { t } from '#/language/t.ts';
import { Time } from '#/ui/clock/Time.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { deliveryQuery, type DeliveryDetail } from './webhooks.data.ts';
import styles from './Webhooks.module.css';

interface DeliveryDialogProps {
  readonly webhookId: number;
  readonly deliveryId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A delivery: its body, its latest attempts and the start of the last answer. */
export function DeliveryDialog({ webhookId, deliveryId, isOpen, onClose }: DeliveryDialogProps) {
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
