import { MAX_SHARE_DAYS, MAX_SHARE_DELAY_MINUTES, SHARE_PASSWORD_LENGTHS } from '@waymark/contract/routes/shares';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Zone } from '@waymark/domain/time/zone';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import { isApiError } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { readUtc } from '#/ui/field/utc-mask.ts';
import type { Share, ShareToMake } from './shares.data.ts';

// A link that shows one run to readers without an account.

export interface ShareForm {
  readonly name: string;
  readonly expiresAt: string;
  readonly delayMinutes: number | string;
  readonly hidesPlaces: boolean;
  readonly password: string;
}

const DAY_MS = 86_400_000;
const USUAL_DAYS = 7;

export const beginShare = (now: number): ShareForm => ({
  name: '',
  expiresAt: formatUtcSecond(now + USUAL_DAYS * DAY_MS),
  delayMinutes: 0,
  hidesPlaces: false,
  password: '',
});

const isDelay = (typed: number | string) =>
  typed !== '' && Number.isInteger(Number(typed)) && Number(typed) >= 0 && Number(typed) <= MAX_SHARE_DELAY_MINUTES;

export const SHARE_RULES = {
  name: (name: string) => (name.trim() === '' ? t('Say for whom the link is') : null),
  expiresAt: (typed: string) => (readUtc(typed) === null ? t('Invalid time') : null),
  delayMinutes: (typed: number | string) =>
    isDelay(typed) ? null : t('0 to {most} minutes', { most: MAX_SHARE_DELAY_MINUTES }),
  password: (typed: string) =>
    typed === '' || typed.length >= SHARE_PASSWORD_LENGTHS.from
      ? null
      : t('At least {least} characters', { least: SHARE_PASSWORD_LENGTHS.from }),
};

export const toSentShare = (runId: number, { delayMinutes, password, ...form }: ShareForm): ShareToMake => ({
  ...form,
  runId,
  delayMinutes: Number(delayMinutes),
  password: password === '' ? null : password,
});

/** The error at the field that a refusal names; null: it names none. */
export function findShareFault(error: unknown): Readonly<Record<string, string>> | null {
  if (!isApiError(error, 'share-expiry-refused')) return null;
  return { expiresAt: t('In the future, at most {days} days from now', { days: MAX_SHARE_DAYS }) };
}

function describeRules({ delayMinutes, hidesPlaces, hasPassword }: Share): string {
  const rules = [
    delayMinutes > 0 ? t('{minutes} min late', { minutes: delayMinutes }) : '',
    hidesPlaces ? t('without coordinates') : '',
    hasPassword ? t('with a password') : '',
  ].filter((rule) => rule !== '');
  return rules.length === 0 ? t('Shows everything of the run, live') : rules.join(', ');
}

/** The lines of a link below its name. */
export function describeShare(share: Share, zone: Zone): readonly string[] {
  const { createdAt, madeBy, expiresAt, isExpired, visits, lastVisitAt } = share;
  const write = (text: string) => writeUtcText(text.slice(0, 19), zone);
  const made = { time: write(createdAt), name: madeBy, end: write(expiresAt) };
  return [
    describeRules(share),
    isExpired ? t('Made {time} by {name}, expired {end}', made) : t('Made {time} by {name}, expires {end}', made),
    lastVisitAt === null
      ? t('Not visited yet')
      : t('{count} visit, the last {time}|{count} visits, the last {time}', {
          count: visits,
          time: write(lastVisitAt),
        }),
  ];
}
