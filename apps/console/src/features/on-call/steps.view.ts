import { checkPolicy, MOST_ESCALATION_MINUTES, type EscalationMedium } from '@waymark/domain/alert/escalation';
import { describeOnCallFault } from '@waymark/domain/words/on-call-faults';
import { LOCALE, t } from '#/language/t.ts';
import type { OnCall, Person, Step } from './on-call.data.ts';
import { findName } from './week-calendar.view.ts';

// The steps of an escalation, as texts and as rows of a form.

export const MEDIUM_WORDS: Readonly<Record<EscalationMedium, string>> = {
  email: t('e-mail'),
  sms: t('text message'),
  push: t('push'),
};

const list = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** "Dana Reyes, and the person on call" */
export function describeTo(step: Step, settings: OnCall): string {
  const names = step.userIds.flatMap((userId) => findName(settings, userId) ?? []);
  const all = [...(step.onCall ? [t('the person on call')] : []), ...names];
  return all.length === 0 ? t('the administrators') : list.format(all);
}

export const describeMedia = ({ media }: Step): string => list.format(media.map((medium) => MEDIUM_WORDS[medium]));

export interface StepRow {
  readonly key: number;
  readonly afterMinutes: number | string;
  readonly onCall: boolean;
  readonly userIds: readonly string[];
  readonly media: readonly EscalationMedium[];
}

/** Users who have left the company meanwhile are left out. */
export const beginSteps = (steps: readonly Step[], people: readonly Person[]): StepRow[] =>
  steps.map((step, key) => ({
    ...step,
    key,
    userIds: step.userIds.filter((userId) => people.some((person) => person.userId === userId)).map(String),
  }));

const FIRST_MINUTES = 15;

/** A step for the person on call, later than the last one. */
export function addStep(rows: readonly StepRow[]): StepRow[] {
  const last = rows.at(-1);
  const afterMinutes = last ? Number(last.afterMinutes) * 2 || FIRST_MINUTES : FIRST_MINUTES;
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
  return [...rows, { key, afterMinutes, onCall: true, userIds: [], media: ['email', 'sms'] }];
}

const isMinutes = (minutes: number) => Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_ESCALATION_MINUTES;

/** The steps of the rows, or why they cannot be saved. */
export function readSteps(rows: readonly StepRow[]): {
  readonly steps: readonly Step[];
  readonly fault: string | null;
} {
  const steps = rows.map(({ afterMinutes, onCall, userIds, media }) => ({
    afterMinutes: Number(afterMinutes),
    onCall,
    userIds: userIds.map(Number),
    media,
  }));
  if (!steps.every(({ afterMinutes }) => isMinutes(afterMinutes)))
    return { steps, fault: t('Minutes are whole numbers from 1 to {most}.', { most: MOST_ESCALATION_MINUTES }) };
  const checked = checkPolicy(steps);
  return { steps, fault: checked.ok ? null : t(describeOnCallFault(checked.failure)) };
}
