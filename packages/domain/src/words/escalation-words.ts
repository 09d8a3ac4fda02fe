import type { AdminsReason } from '../alert/escalation.ts';
import type { AlertKind } from '../alert/alert-kind.ts';
import type { Place } from '../geo/great-circle.ts';
import type { TextReader } from '../language/reader.ts';
import { markTexts } from '../language/translate.ts';
import { writeBoth } from '../time/zoned-text.ts';
import { ALERT_TITLES } from './alert-titles.ts';
import type { Words } from './run-messages.ts';
import {
  writeMailLinks,
  writeReplyHint,
  WRITERS,
  type Message,
  type MessageMedium,
  type MessageParts,
  type NamedRun,
} from './write-message.ts';

/** An alert as a message of an escalation describes it. */
export interface EscalatedAlert {
  readonly kind: AlertKind;
  readonly markerName: string | null;
  /** Of the marker; null: not known. */
  readonly place: Place | null;
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
    place: alerts.length === 1 ? (alerts[0]?.place ?? null) : null,
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

/** A message about the links of a company, which belongs to no run. */
function writeLinkMessage(words: Words, medium: MessageMedium, parts: MessageParts, reader: TextReader): Message {
  const { title: subject, detail, at } = words;
  const { publicUrl, now, answer } = parts;
  const time = writeBoth(at ?? now, reader.zone);
  switch (medium) {
    case 'push':
      return { subject, text: time, opens: '/' };
    case 'sms': {
      const sentences = [`${subject} ${time}.`, detail, writeReplyHint(answer, reader), publicUrl];
      return { subject, text: sentences.filter((sentence) => sentence !== '').join(' ') };
    }
    case 'mail': {
      const links = writeMailLinks(publicUrl, null, answer, reader);
      return { subject, text: `${[subject, detail, reader.t('Time: {time}', { time }), links].join('\n\n')}\n` };
    }
  }
}

export function writeEscalation(
  escalation: Escalation,
  medium: MessageMedium,
  parts: MessageParts,
  reader: TextReader,
): Message {
  const { run } = escalation;
  const words = describeEscalation(escalation, parts.now, reader);
  return run ? WRITERS[medium](run, words, parts, reader) : writeLinkMessage(words, medium, parts, reader);
}
