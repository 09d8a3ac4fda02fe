import { setTimeout as sleep } from 'node:timers/promises';
import { Coalescer } from '../../../platform/coalescer.ts';
import { systemScope } from '../../../platform/access/scope.ts';
import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import type { Log } from '../../../platform/log.ts';
import { Outage } from '../../../platform/outage.ts';
import { claimDeliveries, hasWaiting, releaseDelivery, type ClaimedDelivery } from './claims.store.ts';
import { storeOutcome, type Outcome } from './outcomes.store.ts';
import type { AllowedHosts } from '../../../platform/outbound/allowed-hosts.ts';
import { findTarget, type ResolveHost } from '../../../platform/outbound/find-target.ts';
import { post, type Answer } from '../../../platform/outbound/post.ts';
import { within } from '../../../platform/within.ts';
import { CLOUD_EVENT_MEDIA_TYPE } from '@waymark/contract/event-hooks/cloud-event';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import { VERSION } from '../../../platform/version.ts';
import { signHeaders } from './signature.ts';

/** The time limit of an attempt, from the name of the host to the answer. */
const LIMIT_MS = 10_000;
const MOST_SHOWN = 1000;

interface Way {
  readonly box: SecretBox;
  readonly allowed: AllowedHosts;
  readonly resolve: ResolveHost;
}

/** A text that the database can store. */
const toStorable = (text: string) => text.slice(0, MOST_SHOWN).replaceAll('\0', '').toWellFormed();

async function send(delivery: ClaimedDelivery, { box, allowed, resolve }: Way, signal: AbortSignal): Promise<Answer> {
  const { url: text, eventId: id, body, sealedSecret, sealedOldSecret } = delivery;
  const url = new URL(text);
  const addresses = await within(LIMIT_MS, findTarget(url, allowed, resolve));
  if (addresses === undefined) throw new Error('The name server did not answer in time.');
  const secrets = [sealedSecret, ...(sealedOldSecret === null ? [] : [sealedOldSecret])].map((each) => box.open(each));
  const headers = {
    'content-type': `${CLOUD_EVENT_MEDIA_TYPE}; charset=utf-8`,
    'user-agent': `Waymark/${VERSION}`,
    ...signHeaders(secrets, { id, at: Math.floor(Date.now() / 1000), body }),
  };
  return post({ url, addresses, headers, body, signal });
}

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`;
  return `The receiver answered ${status}.`;
}

function describeFailure(error: unknown, isLate: boolean): string {
  if (isLate) return 'The receiver did not answer within 10 s.';
  // A failure to connect to several addresses has a code and no message.
  const { message, code } = error as NodeJS.ErrnoException;
  return toStorable(message || code || String(error));
}

/** Tries a delivery once. Undefined: `stopping` ended the attempt, and its outcome is not known. */
async function attemptDelivery(
  delivery: ClaimedDelivery,
  way: Way,
  stopping: AbortSignal,
): Promise<Outcome | undefined> {
  const startedAt = Date.now();
  const limit = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    limit.abort();
  }, LIMIT_MS);
  const stop = () => limit.abort();
  stopping.addEventListener('abort', stop, { once: true });
  const finish = (part: Pick<Outcome, 'status' | 'error' | 'response'>): Outcome => ({
    startedAt,
    tookMs: Math.max(0, Date.now() - startedAt),
    ...part,
  });
  try {
    const { status, text } = await send(delivery, way, limit.signal);
    return finish({ status, error: describeStatus(status), response: toStorable(text) });
  } catch (error) {
    if (stopping.aborted) return undefined;
    return finish({ status: null, error: describeFailure(error, isLate), response: null });
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
  }
}

/** Concurrent requests of a node, to all webhooks; with the bodies of at most as many events in memory. */
const MOST_AT_ONCE = 256;
/** Events that are stored at nearly the same time share a claim. */
const GATHER_MS = 20;
/** Interval in which due retries are found. */
const LOOK_MS = 2000;
/** The interval while nothing waits: then only deliveries of a node that died can be found. */
const IDLE_LOOK_MS = 6000;

const WORK = 'webhooks';
const ORIGIN = systemOrigin(WORK);

interface SenderParts extends Way {
  readonly database: Database;
  readonly log: Log;
  readonly publicUrl: string;
}

/** Sends events to webhooks. Every node has one; a claim in the database decides which node sends a delivery. */
export class HookSender {
  readonly #parts: SenderParts;
  readonly #outage: Outage;
  readonly #stopping = new AbortController();
  readonly #rounds = new Coalescer(() => this.#round(), {
    gather: () => sleep(GATHER_MS, undefined, { ref: false }),
  });
  /** The requests in progress, with their webhooks. */
  readonly #sending = new Map<Promise<void>, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#outage = new Outage(parts.log, {
      began: 'delivering webhooks failed; retrying every 2 s',
      ended: 'webhooks are delivered again',
    });
  }

  start(): void {
    this.request();
  }

  /** Looks for due deliveries soon. */
  request(): void {
    void this.#rounds.request();
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopping.signal.aborted) this.#timer = setTimeout(() => this.request(), ms).unref();
  }

  /** Ends the requests in progress; their deliveries are sent again by another node or after the next start. */
  async close(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#rounds.close();
    await Promise.all(this.#sending.keys());
  }

  async #round(): Promise<void> {
    this.#lookIn(LOOK_MS);
    const most = MOST_AT_ONCE - this.#sending.size;
    if (most <= 0) return;
    const sending = new Map<number, number>();
    for (const hookId of this.#sending.values()) sending.set(hookId, (sending.get(hookId) ?? 0) + 1);
    try {
      const { database } = this.#parts;
      const isIdle = !(await hasWaiting(database.read(systemScope(WORK))));
      if (isIdle) this.#lookIn(IDLE_LOOK_MS);
      const claimed = isIdle
        ? []
        : await database.change(ORIGIN, (change) => claimDeliveries(change, { sending, most }));
      this.#outage.end();
      for (const delivery of claimed) this.#send(delivery);
    } catch (error) {
      this.#outage.begin(error);
    }
  }

  #send(delivery: ClaimedDelivery): void {
    const sending: Promise<void> = this.#deliver(delivery)
      .catch((error: unknown) => this.#outage.begin(error))
      .finally(() => {
        this.#sending.delete(sending);
        this.request();
      });
    this.#sending.set(sending, delivery.hookId);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { database, log, publicUrl } = this.#parts;
    const outcome = await attemptDelivery(delivery, this.#parts, this.#stopping.signal);
    if (!outcome) return database.change(ORIGIN, (change) => releaseDelivery(change, delivery));
    const settings = { now: Date.now(), publicUrl };
    const state = await database.change(ORIGIN, (change) => storeOutcome(change, delivery, outcome, settings));
    if (state === 'delivered') return;
    const facts = {
      hookId: delivery.hookId,
      deliveryId: delivery.id,
      attempt: delivery.attempts,
      reason: outcome.error,
    };
    if (state === 'dead') log.warn(facts, 'a webhook event is dead after its last attempt; an admin can replay it');
    else log.info(facts, 'delivering a webhook event failed; retrying after the delay');
  }
}
