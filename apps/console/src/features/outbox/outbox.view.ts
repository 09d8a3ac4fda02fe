import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeTimeText } from '@waymark/domain/time/zoned-text';
import type { MessageStatus, OutboxMessage } from './outbox.data.ts';

export const FILTERS: readonly { readonly value: MessageStatus; readonly label: string }[] = [
  { value: 'dead', label: 'Dead' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
];

export function describeMedium({ medium }: Pick<OutboxMessage, 'medium'>): string {
  return medium === 'sms' ? 'SMS' : 'Email';
}

/** The readable text of the message. */
export function describeText({ text }: Pick<OutboxMessage, 'text'>): string {
  return text ?? 'The text holds a link for its reader alone and is not shown.';
}

function countAttempts(attempts: number): string {
  return `${attempts} attempt${attempts === 1 ? '' : 's'}`;
}

/** The progress of the message. */
export function describeProgress(
  message: Pick<OutboxMessage, 'status' | 'attempts' | 'lastError' | 'sentAt'>,
  zone: Zone = UTC,
): string {
  const { status, attempts, lastError, sentAt } = message;
  if (status === 'sent') return `Sent ${writeTimeText(sentAt ?? '', zone)}`;
  const reason = lastError === null ? '' : `: ${lastError}`;
  if (status === 'dead') return `Dead after ${countAttempts(attempts)}${reason}`;
  return attempts === 0 ? 'Not tried yet' : `Is tried again after ${countAttempts(attempts)}${reason}`;
}
