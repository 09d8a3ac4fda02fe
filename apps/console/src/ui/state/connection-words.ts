import { writeNear } from '@waymark/domain/time/near-text';
import type { Zone } from '@waymark/domain/time/zone';
import { t } from '#/language/t.ts';

/** The state of the connection; times in ms since 1970, by the server's clock. */
export type ConnectionShown =
  | { readonly state: 'live' }
  | { readonly state: 'reconnecting'; readonly sinceAt: number; readonly dataAt?: number | undefined }
  | { readonly state: 'offline'; readonly sinceAt?: number | undefined; readonly dataAt?: number | undefined };

export type Lost = Exclude<ConnectionShown, { readonly state: 'live' }>;

const NAMES: Readonly<Record<ConnectionShown['state'], string>> = {
  live: t('Live'),
  reconnecting: t('Reconnecting'),
  offline: t('Offline'),
};

export const nameConnection = ({ state }: ConnectionShown): string => NAMES[state];

/** Since when the connection is lost, and from when the data is. */
export function describeLoss({ sinceAt, dataAt }: Lost, now: number, zone: Zone): string {
  const parts: string[] = [];
  if (sinceAt !== undefined) parts.push(t('since {time}', { time: writeNear(sinceAt, now, zone, 'second') }));
  if (dataAt !== undefined) parts.push(t('data as of {time}', { time: writeNear(dataAt, now, zone, 'second') }));
  return parts.join(', ');
}
