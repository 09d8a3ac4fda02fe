import { UTC } from '@waymark/domain/time/zone';
import { t } from '#/language/t.ts';
import { Time } from '#/ui/clock/Time.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { SegmentedControl } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, StaleData } from '#/ui/state/DataState.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { messagesQuery, retryMessage, type MessageStatus, type OutboxMessage } from './outbox.data.ts';
import { FILTERS, describeMedium, describeProgress, describeText } from './outbox.view.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import styles from './MessagesWindow.module.css';

const SIZE = { width: 620, height: 520 };
const NONE: Readonly<Record<MessageStatus, string>> = {
  dead: t('No dead messages'),
  waiting: t('No waiting messages'),
  sent: t('No sent messages'),
};

function PageTurner({
  page,
  hasMore,
  onPage,
}: {
  readonly page: number;
  readonly hasMore: boolean;
  readonly onPage: (page: number) => void;
}) {
  return (
    <div className={styles.foot} role="group" aria-label={t('Pages')}>
      <span role="status">{t('Page {page}', { page })}</span>
      <IconButton
        icon="chevronLeft"
        label={t('Previous page')}
        isSmall
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        icon="chevronRight"
        label={t('Next page')}
        isSmall
        disabled={!hasMore}
        onClick={() => onPage(page + 1)}
      />
    </div>
  );
}

function MessageList({ status }: { readonly status: MessageStatus }) {
  const [page, setPage] = useState(1);
  const query = useQuery(messagesQuery(status, page));
  const { data, isFetching } = query;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without buttons in it the keyboard could not scroll it */}
      <div className={styles.rows} role="region" aria-label={t('Messages')} tabIndex={0}>
        <ReloadFailure query={query} what={t('Messages')} />
        <LoadedData query={query} what={t('Messages')} widths={[320, 260, 380, 300, 240]}>
          {({ messages }) => (
            <StaleData isStale={isFetching}>
              {messages.length === 0 ? (
                <EmptyState>{NONE[status]}</EmptyState>
              ) : (
                <ul className={styles.list}>
                  {messages.map((message) => (
                    <MessageRow key={message.id} message={message} />
                  ))}
                </ul>
              )}
            </StaleData>
          )}
        </LoadedData>
      </div>
      {data && (page > 1 || data.hasMore) && <PageTurner page={page} hasMore={data.hasMore} onPage={setPage} />}
    </>
  );
}

/** Mails and text messages of the company: failed, pending and sent. */
export function MessagesWindow({ onClose }: { readonly onClose: () => void }) {
  const [status, setStatus] = useState<MessageStatus>('dead');
  const zone = useZone();
  return (
    <FloatingWindow id="messages" kind="messages" title={t('Messages')} initialSize={SIZE} onClose={onClose}>
      <div className={styles.window}>
        <div className={styles.tools}>
          <SegmentedControl
            aria-label={t('Which messages')}
            data={[...FILTERS]}
            value={status}
            onChange={(next) => setStatus(next)}
          />
          <span className={styles.zone}>{zone === UTC ? t('Times are UTC') : t('Times are in {zone}', { zone })}</span>
        </div>
        <MessageList key={status} status={status} />
      </div>
    </FloatingWindow>
  );
}

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
      aria-label={t('Retry the message to {name}', { name: to })}
      disabled={!canWrite}
      title={blockedBecause}
      isBusy={isBusy}
      onClick={() => void retry()}
    >
      {t('Retry')}
    </Button>
  );
}

function MessageRow({ message }: { readonly message: OutboxMessage }) {
  const zone = useZone();
  const { id, to, subject, status, createdAt } = message;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <Tag>{describeMedium(message)}</Tag>
        <span className={styles.to}>{to}</span>
        <Time className={styles.time} of={createdAt} />
      </div>
      <div className={styles.subject}>{subject}</div>
      <div className={styles.text}>{describeText(message)}</div>
      <div className={styles.progress} data-dead={status === 'dead' || undefined}>
        <span>{describeProgress(message, zone)}</span>
        {status === 'dead' && <RetryButton id={id} to={to} />}
      </div>
    </li>
  );
}
