import { formatUtcSecond } from '@waymark/domain/time/utc';

/** The state of the connection; times in ms since 1970, by the server's clock. */
export type ConnectionShown =
  | { readonly state: 'live' }
  | { readonly state: 'reconnecting'; readonly sinceAt: number; readonly dataAt?: number | undefined }
  | { readonly state: 'offline'; readonly sinceAt?: number | undefined; readonly dataAt?: number | undefined };

const formatTime = (at: number) => formatUtcSecond(at).slice(11);

export function describeConnection(connection: ConnectionShown): { readonly word: string; readonly detail: string } {
  if (connection.state === 'live') return { word: 'Live', detail: '' };
  const parts: string[] = [];
  if (connection.sinceAt !== undefined) parts.push(`since ${formatTime(connection.sinceAt)}`);
  if (connection.dataAt !== undefined) parts.push(`data as of ${formatTime(connection.dataAt)}`);
  return { word: connection.state === 'offline' ? 'Offline' : 'Reconnecting', detail: parts.join(', ') };
}
