import {
  describeRejection,
  REJECTION_LINKS,
  REJECTION_REASONS,
  type RejectionLink,
} from '@waymark/domain/device/rejection';
import { formatCount } from '#/language/numbers.ts';
import { LOCALE, t } from '#/language/t.ts';
import { checkMoment, readMoment } from '#/ui/clock/moment.ts';
import type { Rejection, RejectionFilter } from './rejections.data.ts';

// The filter of the lists, and the texts of a row.

export interface RejectionForm {
  readonly uid: string;
  readonly group: string | null;
  readonly link: string | null;
  readonly reason: string | null;
  readonly from: string;
  readonly to: string;
}

export const EMPTY_FORM: RejectionForm = { uid: '', group: null, link: null, reason: null, from: '', to: '' };

const MOST_DIGITS = 14;

export const formChecks = {
  uid: (text: string) =>
    text.trim() === '' || new RegExp(`^[1-9]\\d{0,${MOST_DIGITS - 1}}$`).test(text.trim())
      ? null
      : t('A UID is a number'),
  from: checkMoment,
  to: checkMoment,
};

export const nameLink = (link: RejectionLink): string => t(REJECTION_LINKS[link]);

/** The reason in the language of the page. */
export function describeReason(reason: string): {
  readonly label: string;
  readonly why: string;
  readonly advice: string;
} {
  const { label, why, advice } = describeRejection(reason);
  return { label: t(label), why: t(why), advice: t(advice) };
}

export const LINKS = Object.entries(REJECTION_LINKS).map(([value, label]) => ({ value, label: t(label) }));
export const REASONS = REJECTION_REASONS.map((value) => ({ value, label: describeReason(value).label })).toSorted(
  (one, other) => one.label.localeCompare(other.label, LOCALE),
);

function isOneOf<Value extends string>(values: readonly Value[], text: string | null): text is Value {
  return (values as readonly (string | null)[]).includes(text);
}

/** `uid` is given if the window belongs to one device. */
export function readForm(form: RejectionForm, uid: number | undefined): RejectionFilter {
  const links = Object.keys(REJECTION_LINKS) as (keyof typeof REJECTION_LINKS)[];
  return {
    uid: uid ?? (form.uid.trim() === '' ? undefined : Number(form.uid)),
    groupId: form.group === null ? undefined : Number(form.group),
    link: isOneOf(links, form.link) ? form.link : undefined,
    reason: isOneOf(REJECTION_REASONS, form.reason) ? form.reason : undefined,
    startDate: readMoment(form.from, 'start') ?? undefined,
    endDate: readMoment(form.to, 'end') ?? undefined,
  };
}

/** Whether the filter has values besides the device of the window. */
export function isNarrowed(filter: RejectionFilter, uid: number | undefined): boolean {
  const { uid: chosen, ...rest } = filter;
  return chosen !== uid || Object.values(rest).some((value) => value !== undefined);
}

/** The sender: a device, or one that belongs to none. */
export function describeSender({ uid, groupId, sender }: Pick<Rejection, 'uid' | 'groupId' | 'sender'>): {
  readonly name: string;
  readonly aside: string | null;
} {
  if (uid === null) return { name: sender, aside: t('No device') };
  return { name: t('AGM {uid}', { uid }), aside: groupId === null ? t('No company known') : null };
}

/** The last part of a device's topic names the message. */
export function nameMessage(topic: string): string {
  const end = topic.indexOf('/up/');
  return end < 0 ? topic : topic.slice(end + '/up/'.length);
}

/** Whether the detail adds to the name of the reason. */
export function isTelling(detail: string, label: string): boolean {
  return detail !== '' && detail.toLowerCase() !== label.toLowerCase();
}

export function describeSize(size: number): string {
  return t('{count} byte|{count} bytes', { count: size });
}

/** How often, and since when if it was more than once; without the day if it is that of the last time. */
export function describeCount({ count, firstAt, lastAt }: Pick<Rejection, 'count' | 'firstAt' | 'lastAt'>): {
  readonly times: string;
  readonly since: string | null;
} {
  const isSameDay = firstAt.slice(0, 10) === lastAt.slice(0, 10);
  return {
    times: `${formatCount(count)}×`,
    since:
      count > 1 && firstAt !== lastAt ? t('since {time}', { time: isSameDay ? firstAt.slice(11) : firstAt }) : null,
  };
}
