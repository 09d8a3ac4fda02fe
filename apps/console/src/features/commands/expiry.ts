import { formatUtcSecond } from '@waymark/domain/time/utc';
import { t } from '#/language/t.ts';

const HOUR_MS = 3_600_000;

/** The time in which the device must receive a command, by the label of the choice. */
const EXPIRIES = { Never: null, '1 hour': 1, '8 hours': 8, '24 hours': 24, '3 days': 72 } as const;

export type Expiry = keyof typeof EXPIRIES;
export const EXPIRY_CHOICES = Object.keys(EXPIRIES) as Expiry[];

export const EXPIRY_LABELS: Readonly<Record<Expiry, string>> = {
  Never: t('Never'),
  '1 hour': t('1 hour'),
  '8 hours': t('8 hours'),
  '24 hours': t('24 hours'),
  '3 days': t('3 days'),
};

export function isExpiry(text: string | null): text is Expiry {
  return text !== null && Object.hasOwn(EXPIRIES, text);
}

/** `now` is the server's time. null: never expires. */
export function findExpiry(expiry: Expiry, now: number): string | null {
  const hours = EXPIRIES[expiry];
  return hours === null ? null : formatUtcSecond(now + hours * HOUR_MS);
}
