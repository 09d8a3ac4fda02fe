import type { TextReader } from '@waymark/domain/language/reader';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import type { Words } from '@waymark/domain/words/run-messages';
import { WRITERS } from '@waymark/domain/words/write-message';
import type { Run } from '@waymark/domain/run/run';
import type { Change } from '../../../platform/database/change.ts';
import * as alerts from '../../alerts/alerts.api.ts';
import { listKnownKeys } from '../../outbox/outbox.queries.ts';
import { readerOfAll } from '../lock-run.ts';
import { listAddresses, listRecipients, readerOf } from '../../users/recipients.queries.ts';
import * as outbox from '../../outbox/outbox.api.ts';

/** A message about a run for the user of a rule. */
export interface Letter {
  readonly rule: NotificationRule;
  /** The words for a recipient. */
  readonly write: (reader: TextReader) => Words;
  /** Identifies the subject: each user gets it at most once per medium. */
  readonly identity: readonly (string | number | null)[];
  /** The alerts that the recipient can acknowledge from the message. */
  readonly alerts?: readonly alerts.AnswerableAlert[];
}

interface Sending {
  readonly publicUrl: string;
  readonly now: number;
}

/** Enqueues the messages that were not sent before into the outbox; returns their number. */
export async function queueMessages(
  change: Change,
  run: Run,
  letters: readonly Letter[],
  sending: Sending,
): Promise<number> {
  if (letters.length === 0) return 0;
  const { runId, groupId } = run;
  const reader = readerOfAll(change);
  const recipients = await listRecipients(
    reader,
    letters.map(({ rule }) => rule.userId),
  );
  const messages = letters.flatMap((letter) => {
    const { rule, identity } = letter;
    return listAddresses(rule, groupId, recipients.get(rule.userId)).map((address) => ({
      letter,
      address,
      dedupeKey: `run ${JSON.stringify([runId, ...identity, rule.userId, address.medium])}`,
    }));
  });
  const known = await listKnownKeys(
    reader,
    messages.map(({ dedupeKey }) => dedupeKey),
  );
  const unknown = messages.filter(({ dedupeKey }) => !known.has(dedupeKey));
  for (const { letter, address, dedupeKey } of unknown) {
    const { userId } = letter.rule;
    const { medium } = address;
    const answer = await alerts.addAnswer(change, { userId, groupId, medium, alerts: letter.alerts ?? [] });
    const textReader = readerOf(recipients.get(userId), run.path.timeZone);
    const written = WRITERS[medium](run, letter.write(textReader), { ...sending, answer: answer?.by }, textReader);
    await outbox.add(change, { ...address, ...written, groupId, runId, dedupeKey, answerId: answer?.answerId });
  }
  return unknown.length;
}
