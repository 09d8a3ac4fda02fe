import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';

/** The state of the connection; times in ms since 1970, by the server's clock. */
export type ConnectionShown =
  | { readonly state: 'live' }
  | { readonly state: 'reconnecting'; readonly sinceAt: number; readonly dataAt?: number | undefined }
  | { readonly state: 'offline'; readonly sinceAt?: number | undefined; readonly dataAt?: number | undefined };

export function describeConnection(
  connection: ConnectionShown,
  zone: Zone = UTC,
): { readonly word: string; readonly detail: string } {
  if (connection.state === 'live') return { word: t('Live'), detail: '' };
  const parts: string[] = [];
  if (connection.sinceAt !== undefined)
    parts.push(t('since {time}', { time: writeTime(connection.sinceAt, zone, 'clock') }));
  if (connection.dataAt !== undefined)
    parts.push(t('data as of {time}', { time: writeTime(connection.dataAt, zone, 'clock') }));
  return { word: connection.state === 'offline' ? t('Offline') : t('Reconnecting'), detail: parts.join(', ') };
}
