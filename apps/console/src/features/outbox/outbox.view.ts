import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeTimeText } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import type { MessageStatus, OutboxMessage } from './outbox.data.ts';

export const FILTERS: readonly { readonly value: MessageStatus; readonly label: string }[] = [
  { value: 'dead', label: t('Dead') },
  { value: 'waiting', label: t('Waiting') },
  { value: 'sent', label: t('Sent') },
];

const MEDIA: Readonly<Record<OutboxMessage['medium'], string>> = { mail: t('Email'), sms: 'SMS', push: t('Push') };

export function describeMedium({ medium }: Pick<OutboxMessage, 'medium'>): string {
  return MEDIA[medium];
}

/** The readable text of the message. */
export function describeText({ text }: Pick<OutboxMessage, 'text'>): string {
  return text ?? t('The text holds a link for its reader alone and is not shown.');
}

/** The progress of the message. */
export function describeProgress(
  message: Pick<OutboxMessage, 'status' | 'attempts' | 'lastError' | 'sentAt'>,
  zone: Zone = UTC,
): string {
  const { status, attempts, lastError, sentAt } = message;
  if (status === 'sent') return t('Sent {time}', { time: writeTimeText(sentAt ?? '', zone) });
  const reason = lastError === null ? '' : `: ${lastError}`;
  if (status === 'dead')
    return `${t('Dead after {count} attempt|Dead after {count} attempts', { count: attempts })}${reason}`;
  if (attempts === 0) return t('Not tried yet');
  const again = t('Is tried again after {count} attempt|Is tried again after {count} attempts', { count: attempts });
  return `${again}${reason}`;
}
