import type { AdminsReason } from '../alert/escalation.ts';
import type { AlertKind } from '../alert/alert-kind.ts';
import { writeMail, writeText, type NamedRun, type RunMessage, type Words } from '../run/alerts/alerts-words.ts';
import type { Zone } from '../time/zone.ts';
import { writeBoth } from '../time/zoned-text.ts';
import { ALERT_TITLES } from './alert-titles.ts';

/** An alert as a message of an escalation describes it. */
export interface EscalatedAlert {
  readonly kind: AlertKind;
  readonly markerName: string | null;
  /** In the units of the reader. */
  readonly words: string;
  readonly raisedAt: number;
}

/** Why a user gets the message: the roster or the step names them, or they are an administrator in place of others. */
export type WhyTold = 'on-call' | 'named' | AdminsReason;

const WHY: Readonly<Record<WhyTold, string>> = {
  'on-call': 'You are on call.',
  named: '',
  gap: 'No one is on call: this goes to the administrators.',
  unreachable: 'The person on call cannot be reached: this goes to the administrators.',
};

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
function describeEscalation({ alerts, why }: Escalation, now: number): Words {
  const titles = [...new Set(alerts.map(({ kind }) => ALERT_TITLES[kind]))];
  const raisedAt = Math.min(...alerts.map((alert) => alert.raisedAt));
  const sentences = alerts.slice(0, TOLD_IN_FULL).map(({ words }) => words);
  const more = alerts.length - sentences.length;
  return {
    title: `Not acknowledged: ${titles.join(', ')}`,
    markerName: alerts.length === 1 ? (alerts[0]?.markerName ?? null) : null,
    at: raisedAt,
    detail: [
      ...sentences,
      ...(more > 0 ? [`And ${more} more.`] : []),
      `Raised ${Math.max(0, Math.floor((now - raisedAt) / 60_000))} min ago.`,
      WHY[why],
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    next: '',
  };
}

export function writeEscalation(escalation: Escalation, medium: 'mail' | 'sms', now: number, zone: Zone): RunMessage {
  const { run, publicUrl } = escalation;
  const words = describeEscalation(escalation, now);
  if (run) return (medium === 'sms' ? writeText : writeMail)(run, words, publicUrl, zone);
  const time = words.at === null ? '' : writeBoth(words.at, zone);
  if (medium === 'sms')
    return { subject: words.title, text: [`${words.title} ${time}.`, words.detail, publicUrl].join(' ') };
  return { subject: words.title, text: `${[words.title, words.detail, `Time: ${time}`, publicUrl].join('\n\n')}\n` };
}
