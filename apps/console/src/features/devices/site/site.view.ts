import { t } from '#/language/t.ts';
import type { Site } from './site.data.ts';

/** "48 heartbeats, 2 passages" */
export function describeCounts({ heartbeats, passages }: Pick<Site, 'heartbeats' | 'passages'>): string {
  return [
    t('{count} heartbeat|{count} heartbeats', { count: heartbeats }),
    t('{count} passage|{count} passages', { count: passages }),
  ].join(', ');
}

const SITE_DECIMALS = 5;

/** To the metre: a map click is not more precise. */
export function roundPlace(degrees: number): string {
  return String(Number(degrees.toFixed(SITE_DECIMALS)));
}
