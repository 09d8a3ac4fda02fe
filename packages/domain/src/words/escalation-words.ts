import type { AdminsReason } from '../alert/escalation.ts';
import type { AlertKind } from '../alert/alert-kind.ts';
import type { TextReader } from '../language/reader.ts';
import { markTexts } from '../language/translate.ts';
import { writeBoth } from '../time/zoned-text.ts';
import { ALERT_TITLES } from './alert-titles.ts';
import { writeMail, writeText, type NamedRun, type RunMessage, type Words } from './run-messages.ts';

/** An alert as a message of an escalation describes it. */
export interface EscalatedAlert {
  readonly kind: AlertKind;
  readonly markerName: string | null;
  /** In the language and the units of the reader. */
  readonly words: string;
  readonly raisedAt: number;
}

/** Why a user gets the message: the roster or the step names them, or they are an administrator in place of others. */
export type WhyTold = 'on-call' | 'named' | AdminsReason;

const WHY = markTexts({
  'on-call': 'You are on call.',
  gap: 'No one is on call: this goes to the administrators.',
  unreachable: 'The person on call cannot be reached: this goes to the administrators.',
} satisfies Record<Exclude<WhyTold, 'named'>, string>);

interface Escalation {
  /** Of one run, or of the links of a company. */
  readonly alerts: readonly EscalatedAlert[];
  readonly run: NamedRun | null;
  readonly why: WhyTold;
  readonly publicUrl: string;
}

/** Alerts that are described in full; the rest are counted. */
const TOLD_IN_FULL = 3;

/** Describes alerts that no user has acknowledged. */
function describeEscalation({ alerts, why }: Escalation, now: number, { t }: TextReader): Words {
  const titles = [...new Set(alerts.map(({ kind }) => t(ALERT_TITLES[kind])))];
  const raisedAt = Math.min(...alerts.map((alert) => alert.raisedAt));
  const sentences = alerts.slice(0, TOLD_IN_FULL).map(({ words }) => words);
  const more = alerts.length - sentences.length;
  return {
    title: t('Not acknowledged: {titles}', { titles: titles.join(', ') }),
    markerName: alerts.length === 1 ? (alerts[0]?.markerName ?? null) : null,
    at: raisedAt,
    detail: [
      ...sentences,
      ...(more > 0 ? [t('And {count} more.', { count: more })] : []),
      t('Raised {minutes} min ago.', { minutes: Math.max(0, Math.floor((now - raisedAt) / 60_000)) }),
      ...(why === 'named' ? [] : [t(WHY[why])]),
    ].join(' '),
    next: '',
  };
}

export function writeEscalation(
  escalation: Escalation,
  medium: 'mail' | 'sms',
  now: number,
  reader: TextReader,
): RunMessage {
  const { run, publicUrl } = escalation;
  const words = describeEscalation(escalation, now, reader);
  if (run) return (medium === 'sms' ? writeText : writeMail)(run, words, publicUrl, reader);
  const time = words.at === null ? '' : writeBoth(words.at, reader.zone);
  if (medium === 'sms')
    return { subject: words.title, text: [`${words.title} ${time}.`, words.detail, publicUrl].join(' ') };
  const parts = [words.title, words.detail, reader.t('Time: {time}', { time }), publicUrl];
  return { subject: words.title, text: `${parts.join('\n\n')}\n` };
}
