import { chooseWords } from '@waymark/domain/alert/cause-words';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import { writeEscalation, type WhyTold } from '@waymark/domain/words/escalation-words';
import type { MessageMedium } from '@waymark/domain/words/write-message';
import type { Change } from '../../../platform/database/change.ts';
import * as alertsApi from '../../alerts/alerts.api.ts';
import type { DueAlert, PlannedRecipient, PlannedStep } from '../../alerts/escalations.queries.ts';
import * as outbox from '../../outbox/outbox.api.ts';
import { readerOf, type Person } from '../../users/recipients.queries.ts';

/** A message to a user about alerts of one run, or of the links of the company. */
interface Letter {
  readonly recipient: PlannedRecipient;
  readonly medium: MessageMedium;
  readonly why: WhyTold;
  readonly dedupeKey: string;
  readonly alerts: [DueAlert, ...DueAlert[]];
}

interface Addressed {
  readonly messages: Array<{ readonly userId: UserId; readonly medium: MessageMedium; readonly dedupeKey: string }>;
  /** Users who have had enough messages in these minutes. */
  readonly leftOut: ReadonlySet<number>;
}

const MEDIA = { email: 'mail', sms: 'sms', push: 'push' } as const;

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
    const told = alerts.map(({ kind, marker_name: markerName, place, last_raised_at: raisedAt, ...alert }) => ({
      kind,
      markerName,
      place,
      words: chooseWords(
        { words: { us: alert.words_us, metric: alert.words_metric }, translations: alert.translations },
        person,
      ),
      raisedAt: raisedAt.getTime(),
    }));
    const run = runId === null ? null : { runId, pig: pig ?? '', path: { name: name ?? '' } };
    const { userId } = person;
    const answer = await alertsApi.addAnswer(change, { userId, groupId, medium, alerts });
    const parts = { publicUrl: this.#publicUrl, now, answer: answer?.by };
    const written = writeEscalation({ alerts: told, run, why }, medium, parts, readerOf(person, lineZone));
    await outbox.add(change, {
      ...addressOf(person, medium),
      ...written,
      groupId,
      dedupeKey,
      answerId: answer?.answerId,
      ...(runId !== null && { runId }),
    });
  }
}

function addressOf({ userId, email, phone }: Person, medium: MessageMedium) {
  if (medium === 'mail') return { medium, to: email } as const;
  return { medium, to: medium === 'sms' ? (phone ?? '') : email, userId } as const;
}
