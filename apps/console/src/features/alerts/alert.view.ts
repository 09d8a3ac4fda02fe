import { ALERT_KINDS, severityOf, type Severity } from '@waymark/domain/alert/alert-kind';
import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import type { AlertEvent } from '@waymark/contract/alerts/alert-row';
import { parseUtc } from '@waymark/domain/time/utc';
import type { Zone } from '@waymark/domain/time/zone';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import type { UnitSystem } from '@waymark/domain/units/system';
import { LOCALE, t } from '#/language/t.ts';
import { countWords } from '#/ui/table/count-words.ts';
import type { Alert } from './alerts-store.ts';

export const FILTERS = ['open', 'mine', 'ended', 'silenced', 'closed', 'since'] as const;
export type Filter = (typeof FILTERS)[number];

export const FILTER_LABELS: Readonly<Record<Filter, string>> = {
  open: 'Open',
  mine: 'Mine',
  ended: 'Ended',
  silenced: 'Silenced',
  closed: 'Closed',
  since: 'Since visit',
};

const EMPTY_WORDS: Readonly<Record<Filter, string>> = {
  open: 'No open alerts.',
  mine: 'No open alerts are assigned to you or acknowledged by you.',
  ended: 'No ended alerts wait to be closed.',
  silenced: 'No open alerts are silenced.',
  closed: 'No closed alerts.',
  since: 'Nothing has changed since your last visit.',
};

/** `loaded`: alerts before narrowing. */
export function describeEmpty(filter: Filter, loaded: number, hasOlder: boolean): string {
  if (loaded === 0) return EMPTY_WORDS[filter];
  return hasOlder ? 'None of the alerts loaded so far matches the filter.' : 'No alert matches the filter.';
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
    kinds: ALERT_KINDS.filter((kind) => kinds.has(kind)).map((kind) => ({ value: kind, label: ALERT_TITLES[kind] })),
    runs: [...runs].map(([runId, label]) => ({ value: String(runId), label })),
    groupIds: [...new Set(alerts.map(({ groupId }) => groupId))],
  };
}

export const titleOf = ({ kind }: Pick<Alert, 'kind'>) => ALERT_TITLES[kind];
export const wordsOf = ({ words }: Alert, units: UnitSystem) => words[units];

/** "CLN-16-02, North line"; an alert of links names none. */
export const nameRun = ({ pig, runName }: Pick<Alert, 'pig' | 'runName'>) =>
  pig === null ? 'All runs of the company' : `${pig}, ${runName ?? ''}`;

export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  urgent: 'Urgent',
  warning: 'Warning',
  notice: 'Notice',
};

export function describeState({ state, acknowledged, endedAt, closedAt, notifiedAt }: Alert, zone: Zone): string {
  const write = (at: string | null) => (at === null ? '' : writeUtcText(at, zone));
  const by = acknowledged ? `Acknowledged by ${acknowledged.name} ${write(acknowledged.at)}` : 'Not acknowledged';
  switch (state) {
    case 'raised':
      return 'Not acknowledged, no message sent';
    case 'notified':
      return `Not acknowledged, message sent ${write(notifiedAt)}`;
    case 'acknowledged':
      return by;
    case 'ended':
      return `Ended ${write(endedAt)}. ${by}`;
    case 'closed':
      return `Closed ${write(closedAt)}. ${by}`;
  }
}

/** "since 2026-03-18 04:40:10 UTC, 3 times since 2026-03-18 02:10:00 UTC" */
export function describeTime({ count, raisedAt, lastRaisedAt }: Alert, zone: Zone): string {
  const first = writeUtcText(raisedAt, zone);
  return count === 1 ? `since ${first}` : `since ${writeUtcText(lastRaisedAt, zone)}, ${count} times since ${first}`;
}

const STEP_WORDS: Readonly<Record<AlertEvent['step'], string>> = {
  raised: 'Raised',
  'raised-again': 'Raised again',
  notified: 'Message sent',
  escalated: 'Escalated',
  'escalation-failed': 'Escalation failed',
  acknowledged: 'Acknowledged',
  assigned: 'Assigned',
  commented: 'Comment',
  ended: 'Cause ended',
  closed: 'Closed',
};

export function describeStep({ step, userName, text }: AlertEvent): string {
  if (step === 'escalated') return t('Escalated to {names}', { names: text });
  if (step === 'escalation-failed') return t('Escalation failed: {why}', { why: text });
  const name = step === 'assigned' && text === '' ? 'Assigned to no one' : STEP_WORDS[step];
  return userName === null ? name : `${name} by ${userName}`;
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
  const more = others === 0 ? '' : `, and ${countWords(others, 'other')} had been acknowledged before`;
  return `${name} acknowledged ${titleOf(first)} first, ${writeUtcText(at, zone)}${more}.`;
}

/** "2 open alerts, 1 not acknowledged" */
export function describeBell({ open, waiting }: { readonly open: number; readonly waiting: number }): string {
  return open === 0 ? 'Alerts' : `Alerts: ${open} open, ${waiting} not acknowledged`;
}
