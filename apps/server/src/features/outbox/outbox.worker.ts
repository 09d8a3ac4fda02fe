import type { UserId } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { ANSWER_LINK_PLACE, linkToAnswer } from '@waymark/domain/words/write-message';
import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { CrontabEntry } from '../../platform/jobs/crontab.ts';
import type { Log } from '../../platform/log.ts';
import { DeliveryRefused, wasAnswered } from '../../platform/mail/mail.ts';
import { OutcomeUnknown } from '../../platform/text/text-gateway.ts';
import { SEND_JOB, sendPayload } from './outbox.job.ts';
import {
  claimMessage,
  EXPIRED_TEXT,
  expireUnsent,
  markDead,
  markSent,
  noteHandOver,
  planRetry,
  requeueDue,
  type ClaimedMessage,
  type MailedLink,
  type Sendable,
} from './outbox.store.ts';
import type { Medium } from './outbox.tables.ts';

/** The time limit of an attempt. It must be shorter than the first retry delay, which is how long a claim lasts. */
export const SEND_LIMIT_S = 25;
/** The delays between attempts; after the last attempt the message is dead. */
export const RETRY_DELAYS_S: readonly number[] = [30, 120, 600];

export interface OutboxMessage {
  /** The user who gets a text message. */
  readonly userId: UserId | null;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** The same at every attempt, so that a receiver can detect a duplicate. */
  readonly id: string;
  /** The address that a push opens. */
  readonly opens: string | null;
  /** The token with which the message's user acknowledges its alerts; null: it asks for nothing. */
  readonly answerToken: string | null;
}

/** Sends a message; must stop when the signal aborts. */
export interface OutboxTransport {
  /** The receiver cannot detect duplicates, so a message that may have arrived is not sent again. */
  readonly isSentOnce?: true;
  /** The reason why a message must not be sent now. */
  findObstacle?(reader: Reader, message: OutboxMessage): Promise<string | null>;
  /** Calls `onHandOver` before the point from which the message may arrive even without an answer. */
  send(message: OutboxMessage, signal: AbortSignal, onHandOver: () => Promise<void>): Promise<void>;
}

interface LinkMail {
  readonly outboxId: number;
  readonly to: string;
  readonly text: string;
  readonly link: MailedLink;
}

export interface OutboxOptions {
  readonly database: Database;
  readonly log: Log;
  /** Messages of a medium without a transport stay waiting. */
  readonly transports: { readonly [M in Medium]?: OutboxTransport | undefined };
  /** Receives the mails with a link when there is no mail server. */
  readonly linkMailbox?: OutboxTransport | undefined;
  readonly retryDelaysS?: readonly number[];
  /** Answers the text with a new link; null when the account has changed since the mail was written. */
  readonly fillLink: (change: Change, mail: LinkMail) => Promise<string | null>;
  /** Makes the token of an answer; null: its user has left, or its alerts are deleted. */
  readonly makeAnswerToken: (change: Change, answerId: number) => Promise<string | null>;
  readonly publicUrl: string;
}

interface Claimed {
  readonly message: ClaimedMessage;
  /** The text to send; the stored text has no link. */
  readonly text: string;
  readonly answerToken: string | null;
  readonly obstacle: Error | undefined;
}

const LINK_ENDED_TEXT = 'the link in this mail has ended; ask for a new one';

const LINK_UNSENT = 'the mail server gave no answer to a mail with a link';

const carriesLink = ({ link_h: validH, answer_id: answerId }: ClaimedMessage) => validH !== null || answerId !== null;

/** Without a token the message is sent without its link. */
function fillAnswerLink(text: string, token: string | null, publicUrl: string): string {
  if (token !== null) return text.replaceAll(ANSWER_LINK_PLACE, linkToAnswer(publicUrl, token));
  const lines = text.split('\n').filter((line) => !line.includes(ANSWER_LINK_PLACE));
  return lines.join('\n');
}

/** Mail servers may quote the content that they refuse: the link in it must reach neither the stored error nor the log. */
function hideLink(failure: Error): Error {
  const shown = 'the mail server refused a mail with a link';
  return failure instanceof DeliveryRefused ? new DeliveryRefused(shown) : new Error(shown);
}

function toOutboxMessage(
  message: ClaimedMessage,
  text = message.body_text,
  answerToken: string | null = null,
): OutboxMessage {
  const { recipient: to, subject, body_html: html, message_key: id, user_id: userId, opens } = message;
  return { to, subject, text, html, id, userId, opens, answerToken };
}

/** A message of a run that is later than this states the time of its event. */
const LATE_AFTER_MS = 5 * 60_000;

function sayWhenLate({ run_id: runId, created_at: createdAt, begunAt }: ClaimedMessage, text: string): string {
  if (runId === null || begunAt.getTime() - createdAt.getTime() <= LATE_AFTER_MS) return text;
  return `Sent late: this was true at ${formatUtcSecond(createdAt.getTime())} UTC.\n\n${text}`;
}

export const OUTBOX_CRONTAB: readonly CrontabEntry[] = [{ at: '* * * * *', job: 'outbox.requeue' }];

/** Sends waiting messages at most once: a message that may have arrived is not sent again. */
export class OutboxWorker {
  readonly #database: Database;
  readonly #log: Log;
  readonly #transports: ReadonlyMap<Medium, OutboxTransport>;
  readonly #retryDelaysS: readonly number[];

  readonly #linkMailbox: OutboxTransport | undefined;
  readonly #options: OutboxOptions;

  constructor(options: OutboxOptions) {
    const { database, log, transports, linkMailbox, retryDelaysS = RETRY_DELAYS_S } = options;
    this.#options = options;
    this.#database = database;
    this.#log = log;
    this.#linkMailbox = linkMailbox;
    this.#retryDelaysS = retryDelaysS;
    const given = Object.entries(transports) as [Medium, OutboxTransport | undefined][];
    this.#transports = new Map(given.flatMap(([medium, transport]) => (transport ? [[medium, transport]] : [])));
  }

  get jobs(): readonly Job[] {
    return [
      defineJob(SEND_JOB, sendPayload, ({ id }) => this.send(id)),
      defineJob('outbox.requeue', z.object({}), async () => {
        await this.#database.change(systemOrigin('outbox'), expireUnsent);
        await this.requeue();
      }),
    ];
  }

  /** Enqueues due messages without a job, at start and every minute. */
  async requeue(): Promise<number> {
    return this.#database.change(systemOrigin('outbox'), (change) => requeueDue(change, this.#sendable));
  }

  async send(id: number): Promise<void> {
    const claimed = await this.#claim(id);
    if (!claimed) return;
    const { message, obstacle } = claimed;
    const failure = obstacle ?? (await this.#deliver(claimed));
    if (failure) await this.#recordFailure(message, failure);
    else await this.#database.change(systemOrigin('outbox'), (change) => markSent(change, id));
  }

  async #claim(id: number): Promise<Claimed | undefined> {
    return this.#database.change(systemOrigin('outbox'), async (change) => {
      const message = await claimMessage(change, id, this.#sendable, this.#retryDelaysS);
      if (!message) return undefined;
      // Runs in the same transaction, so that a failure here begins no attempt.
      const obstacle = await this.#findObstacle({ scope: change.scope, db: change.db }, message);
      const written = obstacle ? '' : await this.#writeText(change, message);
      if (written === null)
        return { message, text: '', answerToken: null, obstacle: new DeliveryRefused(LINK_ENDED_TEXT) };
      const { answer_id: answerId } = message;
      const { makeAnswerToken, publicUrl } = this.#options;
      const answerToken = obstacle || answerId === null ? null : await makeAnswerToken(change, answerId);
      const text = fillAnswerLink(sayWhenLate(message, written), answerToken, publicUrl);
      return { message, text, answerToken, obstacle };
    });
  }

  async #writeText(change: Change, message: ClaimedMessage): Promise<string | null> {
    const {
      id: outboxId,
      recipient: to,
      body_text: text,
      user_id: userId,
      link_epoch: epoch,
      link_h: validH,
    } = message;
    if (userId === null || epoch === null || validH === null) return text;
    return this.#options.fillLink(change, { outboxId, to, text, link: { userId, epoch, validH } });
  }

  async #findObstacle(reader: Reader, message: ClaimedMessage): Promise<Error | undefined> {
    const transport = this.#transportOf(message);
    if (message.wasBrokenOff && (transport?.isSentOnce || message.handed_over_at !== null))
      return new OutcomeUnknown('the attempt was broken off');
    // A message with all attempts used is left only by a node that died while sending.
    if (message.attempts > this.#maxAttempts) return new Error('the last attempt was broken off');
    if (message.isExpired) return new DeliveryRefused(EXPIRED_TEXT);
    // Mails of earlier versions had the link in the text; a migration removed it.
    if (message.body_text === '') return new DeliveryRefused(LINK_ENDED_TEXT);
    const obstacle = await transport?.findObstacle?.(reader, toOutboxMessage(message));
    return obstacle ? new DeliveryRefused(obstacle) : undefined;
  }

  async #deliver({ message, text, answerToken }: Claimed): Promise<Error | undefined> {
    let isHandedOver = false;
    const onHandOver = async () => {
      await this.#database.change(systemOrigin('outbox'), (change) => noteHandOver(change, message));
      isHandedOver = true;
    };
    try {
      const signal = AbortSignal.timeout(SEND_LIMIT_S * 1000);
      await this.#transportOf(message)?.send(toOutboxMessage(message, text, answerToken), signal, onHandOver);
      return undefined;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      const isUnknown = isHandedOver && !(failure instanceof DeliveryRefused) && !wasAnswered(failure);
      if (isHandedOver && carriesLink(message)) return isUnknown ? new OutcomeUnknown(LINK_UNSENT) : hideLink(failure);
      return isUnknown ? new OutcomeUnknown(failure.message, { cause: failure }) : failure;
    }
  }

  async #recordFailure(message: ClaimedMessage, failure: Error): Promise<void> {
    const { id, attempts } = message;
    const isRefused = failure instanceof DeliveryRefused;
    const isUnknown = failure instanceof OutcomeUnknown;
    const isDead = isRefused || isUnknown || attempts >= this.#maxAttempts;
    const lastError = isUnknown ? `it is not known whether this message arrived: ${failure.message}` : failure.message;
    await this.#database.change(systemOrigin('outbox'), (change) =>
      isDead ? markDead(change, id, lastError) : planRetry(change, message, lastError),
    );
    const facts = { err: failure, outboxId: id, attempt: attempts };
    if (!isDead) this.#log.warn(facts, 'sending a message failed; retrying after the delay');
    else if (isRefused) this.#log.warn(facts, 'the receiver refused a message; it is not retried');
    else if (isUnknown)
      this.#log.error(facts, 'the outcome of a message is unknown; it is not retried, an admin can retry it');
    else this.#log.error(facts, 'all attempts to send a message failed; an admin can retry it');
  }

  get #sendable(): Sendable {
    return { media: [...this.#transports.keys()], links: this.#linkMailbox !== undefined };
  }

  #transportOf({ medium, link_h: validH }: ClaimedMessage): OutboxTransport | undefined {
    return this.#transports.get(medium) ?? (validH === null ? undefined : this.#linkMailbox);
  }

  get #maxAttempts(): number {
    return this.#retryDelaysS.length + 1;
  }
}
