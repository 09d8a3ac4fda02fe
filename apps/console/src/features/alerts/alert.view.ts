import { ALERT_KINDS, severityOf, type Severity } from '@waymark/domain/alert/alert-kind';
import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import type { AlertEvent } from '@waymark/contract/alerts/alert-row';
import { parseUtc } from '@waymark/domain/time/utc';
import type { Zone } from '@waymark/domain/time/zone';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import type { UnitSystem } from '@waymark/domain/units/system';
import { LOCALE, sayServerText, t } from '#/language/t.ts';
import type { Alert } from './alerts-store.ts';

export const FILTERS = ['open', 'mine', 'ended', 'silenced', 'closed', 'since'] as const;
export type Filter = (typeof FILTERS)[number];

export const FILTER_LABELS: Readonly<Record<Filter, string>> = {
  open: t('Open'),
  mine: t('Mine'),
  ended: t('Ended'),
  silenced: t('Silenced'),
  closed: t('Closed##alerts'),
  since: t('Since visit'),
};

const EMPTY_WORDS: Readonly<Record<Filter, string>> = {
  open: t('No open alerts.'),
  mine: t('No open alerts are assigned to you or acknowledged by you.'),
  ended: t('No ended alerts wait to be closed.'),
  silenced: t('No open alerts are silenced.'),
  closed: t('No closed alerts.'),
  since: t('Nothing has changed since your last visit.'),
};

/** `loaded`: alerts before narrowing. */
export function describeEmpty(filter: Filter, loaded: number, hasOlder: boolean): string {
  if (loaded === 0) return EMPTY_WORDS[filter];
  return hasOlder ? t('None of the alerts loaded so far matches the filter.') : t('No alert matches the filter.');
}

const RANKS: Readonly<Record<Severity, number>> = { urgent: 0, warning: 1, notice: 2 };

const isOf = ({ assigned, acknowledged }: Alert, userId: number) =>
  assigned ? assigned.userId === userId : acknowledged?.userId === userId;

/** The alerts of a filter, those without acknowledgement first, then by severity and time. */
export function listShown(
  alerts: Iterable<Alert>,
  filter: Exclude<Filter, 'closed' | 'since'>,
  userId: number,
  isSilenced: (alert: Alert) => boolean,
): Alert[] {
  const rank = ({ acknowledged, kind }: Alert) => (acknowledged ? 10 : 0) + RANKS[severityOf(kind)];
  return [...alerts]
    .filter((alert) => {
      if (filter === 'mine') return isOf(alert, userId);
      const isEnded = alert.endedAt !== null;
      if (filter === 'ended') return isEnded;
      return !isEnded && isSilenced(alert) === (filter === 'silenced');
    })
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) || other.lastRaisedAt.localeCompare(one.lastRaisedAt) || other.id - one.id,
    );
}

export interface Narrowing {
  readonly runId: number | null;
  readonly groupId: number | null;
  readonly kind: string | null;
}
export const NOT_NARROWED: Narrowing = { runId: null, groupId: null, kind: null };

export const isWithin = (alert: Alert, { runId, groupId, kind }: Narrowing) =>
  (runId === null || alert.runId === runId) &&
  (groupId === null || alert.groupId === groupId) &&
  (kind === null || alert.kind === kind);

/** The kinds and runs among these alerts, for the fields of the filter. */
export function listChoices(alerts: readonly Alert[]) {
  const kinds = new Set(alerts.map(({ kind }) => kind));
  const runs = new Map(
    alerts.flatMap((alert) => (alert.runId === null ? [] : [[alert.runId, nameRun(alert)] as const])),
  );
  return {
    kinds: ALERT_KINDS.filter((kind) => kinds.has(kind)).map((kind) => ({ value: kind, label: t(ALERT_TITLES[kind]) })),
    runs: [...runs].map(([runId, label]) => ({ value: String(runId), label })),
    groupIds: [...new Set(alerts.map(({ groupId }) => groupId))],
  };
}

export const titleOf = ({ kind }: Pick<Alert, 'kind'>) => t(ALERT_TITLES[kind]);

/** In the language of the page; an alert that an older server has raised is in English. */
export function wordsOf({ words, translations }: Pick<Alert, 'words' | 'translations'>, units: UnitSystem): string {
  const translated: Readonly<Partial<Record<string, typeof words>>> = translations ?? {};
  return translated[LOCALE]?.[units] ?? sayServerText(words[units]);
}

/** "CLN-16-02, North line"; an alert of links names none. */
export const nameRun = ({ pig, runName }: Pick<Alert, 'pig' | 'runName'>) =>
  pig === null ? t('All runs of the company') : `${pig}, ${runName ?? ''}`;

export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  urgent: t('Urgent'),
  warning: t('Warning'),
  notice: t('Notice'),
};

export function describeState({ state, acknowledged, endedAt, closedAt, notifiedAt }: Alert, zone: Zone): string {
  const write = (at: string | null) => (at === null ? '' : writeUtcText(at, zone));
  const by = acknowledged
    ? t('Acknowledged by {name} {time}', { name: acknowledged.name, time: write(acknowledged.at) })
    : t('Not acknowledged');
  switch (state) {
    case 'raised':
      return t('Not acknowledged, no message sent');
    case 'notified':
      return t('Not acknowledged, message sent {time}', { time: write(notifiedAt) });
    case 'acknowledged':
      return by;
    case 'ended':
      return t('Ended {time}. {acknowledged}', { time: write(endedAt), acknowledged: by });
    case 'closed':
      return t('Closed {time}. {acknowledged}', { time: write(closedAt), acknowledged: by });
  }
}

/** "since 2026-03-18 04:40:10 UTC, 3 times since 2026-03-18 02:10:00 UTC" */
export function describeTime({ count, raisedAt, lastRaisedAt }: Alert, zone: Zone): string {
  const first = writeUtcText(raisedAt, zone);
  return count === 1
    ? t('since {time}', { time: first })
    : t('since {time}, {number} times since {first}', { time: writeUtcText(lastRaisedAt, zone), number: count, first });
}

const STEP_WORDS: Readonly<Record<AlertEvent['step'], string>> = {
  raised: t('Raised'),
  'raised-again': t('Raised again'),
  notified: t('Message sent'),
  escalated: t('Escalated'),
  'escalation-failed': t('Escalation failed'),
  acknowledged: t('Acknowledged'),
  assigned: t('Assigned'),
  commented: t('Comment'),
  ended: t('Cause ended'),
  closed: t('Closed##step'),
};

export function describeStep({ step, userName, text }: AlertEvent): string {
  if (step === 'escalated') return t('Escalated to {names}', { names: text });
  if (step === 'escalation-failed') return t('Escalation failed: {why}', { why: text });
  const name = step === 'assigned' && text === '' ? t('Assigned to no one') : STEP_WORDS[step];
  return userName === null ? name : t('{step} by {name}', { step: name, name: userName });
}

const MINUTE_MS = 60_000;
const names = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** "Escalates in 4 min to Dana Reyes" */
export function describeNext(next: NonNullable<Alert['nextEscalation']>, now: number): string {
  const at = parseUtc(next.at);
  const minutes = at.ok ? Math.ceil((at.value - now) / MINUTE_MS) : 0;
  const to = next.to.length === 0 ? t('no one') : names.format(next.to);
  const words =
    minutes > 0 ? t('Escalates in {minutes} min to {to}', { minutes, to }) : t('Escalates now to {to}', { to });
  return next.reason === 'gap' ? t('{words} (no one is on call)', { words }) : words;
}

/** Tells the user who was first. */
export function describeEarlier(earlier: readonly Alert[], zone: Zone): string | null {
  const [first] = earlier;
  if (!first?.acknowledged) return null;
  const { name, at } = first.acknowledged;
  const others = earlier.length - 1;
  const values = { name, alert: titleOf(first), time: writeUtcText(at, zone) };
  return others === 0
    ? t('{name} acknowledged {alert} first, {time}.', values)
    : t(
        '{name} acknowledged {alert} first, {time}, and {count} other had been acknowledged before.|{name} acknowledged {alert} first, {time}, and {count} others had been acknowledged before.',
        { ...values, count: others },
      );
}

/** "2 open alerts, 1 not acknowledged" */
export function describeBell({ open, waiting }: { readonly open: number; readonly waiting: number }): string {
  return open === 0 ? t('Alerts') : t('Alerts: {open} open, {waiting} not acknowledged', { open, waiting });
}
