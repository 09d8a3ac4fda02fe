import { ALERTS, type AlertKind, type NotificationRule, type QuietZone } from '@waymark/domain/path/notification-rule';

/** The alerts of a rule, besides launch, passages and receive. */
export type AlertPart = Pick<NotificationRule, 'alerts' | 'quietFrom' | 'quietTo' | 'quietIn'>;

/** The words for the zone of a quiet time, after its hours. */
export const QUIET_ZONE_WORDS: Readonly<Record<QuietZone, string>> = {
  utc: 'UTC',
  recipient: "in the recipient's zone",
};

export const ALERT_LABELS: Readonly<Record<AlertKind, string>> = {
  'arriving-30': 'Arrives in 30 minutes',
  'arriving-15': 'Arrives in 15 minutes',
  'marker-missed': 'Marker missed',
  'pig-late': 'Pig late',
  'pig-stopped': 'Pig stopped',
  'pig-resumed': 'Pig on its way again',
  'over-speed': 'Pig too fast',
  'under-speed': 'Pig too slow',
  'agm-offline': 'AGM ahead offline',
  'agm-battery': 'AGM ahead low on battery',
  'pig-unheard': 'No marker hears the pig',
  'passage-waits': 'Passage waits for verification',
  'agm-silent': 'AGM ahead stopped reporting',
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
  if (isEmpty(typed)) return isEmpty(other) ? null : 'Both times, or none.';
  return readTimeOfDay(typed ?? '') === null ? 'A time is HH:mm.' : null;
}

/** The errors below the two fields. */
export function explainQuiet({ quietFrom, quietTo }: Pick<AlertPart, 'quietFrom' | 'quietTo'>): QuietFaults {
  const faults = { quietFrom: explainTime(quietFrom, quietTo), quietTo: explainTime(quietTo, quietFrom) };
  if (faults.quietFrom !== null || faults.quietTo !== null || isEmpty(quietFrom) || isEmpty(quietTo)) return faults;
  return readTimeOfDay(quietFrom ?? '') === readTimeOfDay(quietTo ?? '')
    ? { quietFrom: null, quietTo: 'Ends when it begins.' }
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
  if (count === 0) return 'none';
  return count === ALERTS.length ? 'all' : `${count} of ${ALERTS.length}`;
}

/** "7 of 13, quiet 22:00–06:00 UTC" */
export function describeAlerts({ alerts, quietIn = 'utc', ...typed }: AlertPart): string {
  const quiet = settleQuiet(typed);
  const words = quiet?.quietFrom ? `, quiet ${quiet.quietFrom}–${quiet.quietTo} ${QUIET_ZONE_WORDS[quietIn]}` : '';
  return `${describeCount(alerts.length)}${words}`;
}
