import { formatUtcSecond, parseUtc } from '@waymark/domain/time/utc';
import { checkSilence, type SilenceFault } from '@waymark/domain/alert/silence';
import type { Zone } from '@waymark/domain/time/zone';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import { ALERT_KINDS } from '@waymark/domain/alert/alert-kind';
import { describeSilenceFault } from '@waymark/domain/words/setting-faults';
import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import { t } from '#/language/t.ts';
import type { Alert } from './alerts-store.ts';
import type { NewSilence } from './silences.data.ts';
import type { SilenceRow } from './silences-store.ts';

export interface SilenceForm {
  readonly pathId: string;
  readonly markerName: string;
  readonly uid: string;
  readonly kind: string;
  readonly from: string;
  readonly until: string;
  readonly reason: string;
}

const HOUR_MS = 3_600_000;

/** The silence of an alert has its kind and place, from now for an hour. */
export function beginForm(alert: Alert | null, now: number): SilenceForm {
  const times = { from: formatUtcSecond(now), until: formatUtcSecond(now + HOUR_MS), reason: '' };
  if (!alert) return { pathId: '', markerName: '', uid: '', kind: '', ...times };
  const { pathId, markerName, uid, kind } = alert;
  return {
    pathId: pathId === null ? '' : String(pathId),
    markerName: pathId === null ? '' : (markerName ?? ''),
    uid: uid === null ? '' : String(uid),
    kind,
    ...times,
  };
}

const readTime = (typed: string) => {
  const read = parseUtc(typed.trim());
  return read.ok ? read.value : null;
};
const TIME_FAULT = t('A time is YYYY-MM-DD HH:mm:ss.');

/** The field that shows a fault. */
const FIELDS: Readonly<Record<SilenceFault, keyof SilenceForm>> = {
  'ends-before-it-begins': 'until',
  'is-over': 'until',
  'too-long': 'until',
  'too-far-ahead': 'from',
  'marker-without-path': 'markerName',
};

type Faults = { readonly [Field in keyof SilenceForm]?: string };

/** The faults at the fields. */
export function checkForm(form: SilenceForm, now: number): Faults {
  const [fromAt, untilAt] = [readTime(form.from), readTime(form.until)];
  const reason = form.reason.trim() === '' ? { reason: t('A reason tells others why nothing is sent.') } : {};
  const uid = form.uid === '' || /^\d{1,14}$/.test(form.uid.trim()) ? {} : { uid: t('A UID has at most 14 digits.') };
  if (fromAt === null || untilAt === null)
    return {
      ...reason,
      ...uid,
      ...(fromAt === null && { from: TIME_FAULT }),
      ...(untilAt === null && { until: TIME_FAULT }),
    };
  const pathId = form.pathId === '' ? null : Number(form.pathId);
  const markerName = form.markerName.trim() === '' ? null : form.markerName.trim();
  const checked = checkSilence({ fromAt, untilAt, pathId, markerName }, now);
  if (checked.ok) return { ...reason, ...uid };
  return { ...reason, ...uid, [FIELDS[checked.failure]]: describeSilenceFault(checked.failure, t) };
}

/** `groupId`: the company for a superadmin. */
export function readForm(form: SilenceForm, groupId: number | undefined): NewSilence {
  const kind = ALERT_KINDS.find((each) => each === form.kind) ?? null;
  return {
    ...(groupId !== undefined && { groupId }),
    pathId: form.pathId === '' ? null : Number(form.pathId),
    markerName: form.markerName.trim() === '' ? null : form.markerName.trim(),
    uid: form.uid.trim() === '' ? null : Number(form.uid),
    kind,
    from: form.from.trim(),
    until: form.until.trim(),
    reason: form.reason.trim(),
  };
}

/** "Silenced until 2026-03-18 14:00:00 UTC (AGM offline): Excavation" */
export function describeCurrent({ kind, until, reason }: SilenceRow, zone: Zone): string {
  const values = { time: writeUtcText(until, zone), reason };
  return kind === null
    ? t('Silenced until {time}: {reason}', values)
    : t('Silenced until {time} ({alert}): {reason}', { ...values, alert: t(ALERT_TITLES[kind]) });
}

/** "AGM offline, North line, AGM 04" */
export function describeScope({ kind, pathName, markerName, uid }: SilenceRow): string {
  const parts = [kind && t(ALERT_TITLES[kind]), pathName, markerName, uid === null ? null : t('AGM {uid}', { uid })];
  const named = parts.filter((part) => part !== null);
  return named.length === 0 ? t('All alerts of the company') : named.join(', ');
}
