import { ALERTS, type AlertKind, type NotificationRule, type QuietZone } from '@waymark/domain/path/notification-rule';
import { t } from '#/language/t.ts';

/** The alerts of a rule, besides launch, passages and receive. */
export type AlertPart = Pick<NotificationRule, 'alerts' | 'quietFrom' | 'quietTo' | 'quietIn'>;

/** The words for the zone of a quiet time, after its hours. */
export const QUIET_ZONE_WORDS: Readonly<Record<QuietZone, string>> = {
  utc: 'UTC',
  recipient: t("in the recipient's zone"),
};

export const ALERT_LABELS: Readonly<Record<AlertKind, string>> = {
  'arriving-30': t('Arrives in 30 minutes'),
  'arriving-15': t('Arrives in 15 minutes'),
  'marker-missed': t('Marker missed'),
  'pig-late': t('Pig late'),
  'pig-stopped': t('Pig stopped'),
  'pig-resumed': t('Pig on its way again'),
  'over-speed': t('Pig too fast'),
  'under-speed': t('Pig too slow'),
  'agm-offline': t('AGM ahead offline'),
  'agm-battery': t('AGM ahead low on battery'),
  'pig-unheard': t('No marker hears the pig'),
  'passage-waits': t('Passage waits for verification'),
  'agm-silent': t('AGM ahead stopped reporting'),
};

/** In the order of the list, whatever the order of the clicks. */
export function toggleAlert(alerts: readonly AlertKind[], kind: AlertKind): readonly AlertKind[] {
  return ALERTS.filter((each) => (each === kind ? !alerts.includes(kind) : alerts.includes(each)));
}

const TIME = /^(\d{1,2}):?(\d{2})$/;

/** "09:30" from "9:30" or "0930"; null: not a time of day. */
export function readTimeOfDay(typed: string): string | null {
  const found = TIME.exec(typed.trim());
  const [hours, minutes] = [Number(found?.[1]), Number(found?.[2])];
  if (!found || hours > 23 || minutes > 59) return null;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

const isEmpty = (typed: string | null) => typed === null || typed.trim() === '';

interface QuietFaults {
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
}

function explainTime(typed: string | null, other: string | null): string | null {
  if (isEmpty(typed)) return isEmpty(other) ? null : t('Both times, or none.');
  return readTimeOfDay(typed ?? '') === null ? t('A time is HH:mm.') : null;
}

/** The errors below the two fields. */
export function explainQuiet({ quietFrom, quietTo }: Pick<AlertPart, 'quietFrom' | 'quietTo'>): QuietFaults {
  const faults = { quietFrom: explainTime(quietFrom, quietTo), quietTo: explainTime(quietTo, quietFrom) };
  if (faults.quietFrom !== null || faults.quietTo !== null || isEmpty(quietFrom) || isEmpty(quietTo)) return faults;
  return readTimeOfDay(quietFrom ?? '') === readTimeOfDay(quietTo ?? '')
    ? { quietFrom: null, quietTo: t('Ends when it begins.') }
    : faults;
}

/** In the stored form; null: invalid. */
export function settleQuiet(
  typed: Pick<AlertPart, 'quietFrom' | 'quietTo'>,
): Pick<AlertPart, 'quietFrom' | 'quietTo'> | null {
  const { quietFrom, quietTo } = explainQuiet(typed);
  if (quietFrom !== null || quietTo !== null) return null;
  return { quietFrom: readTimeOfDay(typed.quietFrom ?? ''), quietTo: readTimeOfDay(typed.quietTo ?? '') };
}

function describeCount(count: number): string {
  if (count === 0) return t('none');
  return count === ALERTS.length ? t('all') : t('{number} of {total}', { number: count, total: ALERTS.length });
}

/** "7 of 13, quiet 22:00–06:00 UTC" */
export function describeAlerts({ alerts, quietIn = 'utc', ...typed }: AlertPart): string {
  const quiet = settleQuiet(typed);
  const words = describeCount(alerts.length);
  if (!quiet?.quietFrom) return words;
  return t('{alerts}, quiet {from}–{to} {zone}', {
    alerts: words,
    from: quiet.quietFrom,
    to: quiet.quietTo ?? '',
    zone: QUIET_ZONE_WORDS[quietIn],
  });
}
