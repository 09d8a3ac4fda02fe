import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import { retryMessage, type OutboxMessage } from './outbox.data.ts';
import { describeMedium, describeProgress, describeText } from './outbox.view.ts';
import styles from './MessagesWindow.module.css';

function RetryButton({ id, to }: Pick<OutboxMessage, 'id' | 'to'>) {
  const queryClient = useQueryClient();
  const { canWrite, blockedBecause } = useCanWrite();
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await retryMessage(queryClient, id);
    setBusy(false);
  };
  return (
    <Button
      size="small"
      icon="retry"
      aria-label={`Retry the message to ${to}`}
      disabled={!canWrite}
      title={blockedBecause}
      isBusy={isBusy}
      onClick={() => void retry()}
    >
      Retry
    </Button>
  );
}

export function MessageRow({ message }: { readonly message: OutboxMessage }) {
  const { id, to, subject, status, createdAt } = message;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <Tag>{describeMedium(message)}</Tag>
        <span className={styles.to}>{to}</span>
        <time className={styles.time}>{createdAt}</time>
      </div>
      <div className={styles.subject}>{subject}</div>
      <div className={styles.text}>{describeText(message)}</div>
      <div className={styles.progress} data-dead={status === 'dead' || undefined}>
        <span>{describeProgress(message)}</span>
        {status === 'dead' && <RetryButton id={id} to={to} />}
      </div>
    </li>
  );
}
