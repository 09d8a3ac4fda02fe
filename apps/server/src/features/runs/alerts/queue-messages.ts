import type { TextReader } from '@waymark/domain/language/reader';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import { writeMail, writeText, type Words } from '@waymark/domain/words/run-messages';
import type { Run } from '@waymark/domain/run/run';
import type { Change } from '../../../platform/database/change.ts';
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
}

/** Enqueues the messages that were not sent before into the outbox; returns their number. */
export async function queueMessages(
  change: Change,
  run: Run,
  letters: readonly Letter[],
  publicUrl: string,
): Promise<number> {
  if (letters.length === 0) return 0;
  const { runId, groupId } = run;
  const reader = readerOfAll(change);
  const recipients = await listRecipients(
    reader,
    letters.map(({ rule }) => rule.userId),
  );
  const messages = letters.flatMap(({ rule, write, identity }) =>
    listAddresses(rule, groupId, recipients.get(rule.userId)).map((address) => {
      const textReader = readerOf(recipients.get(rule.userId), run.path.timeZone);
      const words = write(textReader);
      const written = (address.medium === 'sms' ? writeText : writeMail)(run, words, publicUrl, textReader);
      const dedupeKey = `run ${JSON.stringify([runId, ...identity, rule.userId, address.medium])}`;
      return { ...address, ...written, groupId, runId, dedupeKey };
    }),
  );
  const known = await listKnownKeys(
    reader,
    messages.map(({ dedupeKey }) => dedupeKey),
  );
  const unknown = messages.filter(({ dedupeKey }) => !known.has(dedupeKey));
  for (const message of unknown) await outbox.add(change, message);
  return unknown.length;
}
