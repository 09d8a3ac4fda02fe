import type { CompanyId, UserId } from '@waymark/domain/ids';
import { DEFAULT_LANGUAGE } from '@waymark/domain/language/language';
import { writeEscalation, type WhyTold } from '@waymark/domain/words/escalation-words';
import type { Change } from '../../../platform/database/change.ts';
import type { DueAlert, PlannedRecipient, PlannedStep } from '../../alerts/escalations.queries.ts';
import * as outbox from '../../outbox/outbox.api.ts';
import { readerOf, type Person } from '../../users/recipients.queries.ts';

type Medium = 'mail' | 'sms';

/** A message to a user about alerts of one run, or of the links of the company. */
interface Letter {
  readonly recipient: PlannedRecipient;
  readonly medium: Medium;
  readonly why: WhyTold;
  readonly dedupeKey: string;
  readonly alerts: [DueAlert, ...DueAlert[]];
}

interface Addressed {
  readonly messages: Array<{ readonly userId: UserId; readonly medium: Medium; readonly dedupeKey: string }>;
  /** Users who have had enough messages in these minutes. */
  readonly leftOut: ReadonlySet<number>;
}

const MEDIA = { email: 'mail', sms: 'sms' } as const;

/** Collects the messages of steps that are taken together: alerts of a run share those of a user. */
export class EscalationLetters {
  readonly #publicUrl: string;
  /** How many more messages each user may get. */
  readonly #rooms: Map<number, number>;
  readonly #letters = new Map<string, Letter>();

  constructor(publicUrl: string, rooms: Map<number, number>) {
    this.#publicUrl = publicUrl;
    this.#rooms = rooms;
  }

  address({ alert, step, recipients, reason }: PlannedStep & { readonly alert: DueAlert }): Addressed {
    const messages: Addressed['messages'] = [];
    const leftOut = new Set<number>();
    for (const recipient of recipients) {
      const { person, media, isOnCall } = recipient;
      const { userId } = person;
      for (const each of media) {
        const medium = MEDIA[each];
        const place = JSON.stringify([userId, medium, alert.run_id]);
        const known = this.#letters.get(place);
        const room = this.#rooms.get(userId) ?? 0;
        if (known) known.alerts.push(alert);
        else if (room > 0) {
          const dedupeKey = `escalation ${JSON.stringify([alert.id, alert.count, step, userId, medium])}`;
          const why = isOnCall ? 'on-call' : (reason ?? 'named');
          this.#letters.set(place, { recipient, medium, why, dedupeKey, alerts: [alert] });
          this.#rooms.set(userId, room - 1);
        }
        const letter = this.#letters.get(place);
        if (letter) messages.push({ userId, medium, dedupeKey: letter.dedupeKey });
      }
      if (!messages.some((message) => message.userId === userId)) leftOut.add(userId);
    }
    return { messages, leftOut };
  }

  /** Puts the messages into the outbox. */
  async send(change: Change, groupId: CompanyId, now: number): Promise<void> {
    for (const letter of this.#letters.values()) await this.#add(change, letter, groupId, now);
  }

  async #add(change: Change, letter: Letter, groupId: CompanyId, now: number): Promise<void> {
    const { recipient, medium, why, dedupeKey, alerts } = letter;
    const { person } = recipient;
    const [{ run_id: runId, run_name: name, pig, time_zone: lineZone }] = alerts;
    const told = alerts.map(({ kind, marker_name: markerName, last_raised_at: raisedAt, ...alert }) => ({
      kind,
      markerName,
      words: wordsFor(person, alert),
      raisedAt: raisedAt.getTime(),
    }));
    const run = runId === null ? null : { runId, pig: pig ?? '', path: { name: name ?? '' } };
    const escalation = { alerts: told, run, why, publicUrl: this.#publicUrl };
    const { subject, text } = writeEscalation(escalation, medium, now, readerOf(person, lineZone));
    const address =
      medium === 'sms'
        ? ({ medium, to: person.phone ?? '', userId: person.userId } as const)
        : ({ medium, to: person.email } as const);
    await outbox.add(change, { ...address, subject, text, groupId, dedupeKey, ...(runId !== null && { runId }) });
  }
}

/** Alerts that an older server has raised have English words alone. */
function wordsFor(
  { language, units }: Person,
  { words_us: us, words_metric: metric, translations }: Pick<DueAlert, 'words_us' | 'words_metric' | 'translations'>,
): string {
  const translated = language === DEFAULT_LANGUAGE ? null : translations?.[language];
  return (translated ?? { us, metric })[units];
}
