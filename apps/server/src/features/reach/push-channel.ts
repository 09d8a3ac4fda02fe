import type { UserId } from '@waymark/domain/ids';
import webPush from 'web-push';
import { systemScope } from '../../platform/access/scope.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { DeliveryRefused } from '../../platform/mail/mail.ts';
import { TargetRefused } from '../../platform/outbound/find-target.ts';
import { listRecipients, readerOf } from '../users/recipients.queries.ts';
import { storeOutcomes, type BrowserOutcome } from './browsers.store.ts';
import type { PostPush } from './post-push.ts';
import type { VapidDetails } from './vapid-keys.ts';

/** A push service holds a message this long for a browser that is away; older news would mislead. */
const TTL_S = 4 * 3600;
/** The push service does not know the browser any more. */
const GONE: ReadonlySet<number> = new Set([404, 410]);
/** Client errors that allow a retry. */
const NOT_FINAL: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);
const NO_BROWSER = 'push is off in all browsers of this user';

interface PushMessage {
  readonly userId: UserId | null;
  readonly subject: string;
  readonly text: string;
  readonly id: string;
  readonly opens: string | null;
  readonly answerToken: string | null;
}

interface ChannelParts {
  readonly database: Database;
  readonly box: SecretBox;
  readonly vapid: VapidDetails;
  readonly post: PostPush;
}

interface Subscription {
  readonly id: number;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

type Outcome = BrowserOutcome & { readonly isFinal: boolean };

const listSubscriptions = ({ db }: Reader, userId: UserId) =>
  db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'public_key', 'sealed_auth'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

/** The outbox channel for pushes: to all browsers of a user in which push is on. One that takes it is enough. */
export class PushChannel {
  readonly #parts: ChannelParts;

  constructor(parts: ChannelParts) {
    this.#parts = parts;
  }

  async findObstacle(reader: Reader, { userId }: Pick<PushMessage, 'userId'>): Promise<string | null> {
    const subscriptions = userId === null ? [] : await listSubscriptions(reader, userId);
    return subscriptions.length === 0 ? NO_BROWSER : null;
  }

  async send(message: PushMessage, signal: AbortSignal): Promise<void> {
    const { userId } = message;
    if (userId === null) throw new DeliveryRefused(NO_BROWSER);
    const { database } = this.#parts;
    const reader = database.read(systemScope('push'));
    const payload = await this.#writePayload(reader, message, userId);
    const urgency = message.answerToken === null ? 'normal' : 'high';
    const outcomes = await Promise.all(
      (await this.#openSubscriptions(reader, userId)).map((one) => this.#sendTo(one, payload, urgency, signal)),
    );
    await database.change(systemOrigin('push'), (change) => storeOutcomes(change, userId, outcomes));
    if (outcomes.some(({ error }) => error === null)) return;
    const reasons = [...new Set(outcomes.map(({ error }) => error))].join('; ');
    if (outcomes.every(({ isFinal }) => isFinal)) throw new DeliveryRefused(reasons === '' ? NO_BROWSER : reasons);
    throw new Error(reasons);
  }

  /** The payload that the service worker of the console reads (apps/console/src/service-worker/push.ts). */
  async #writePayload(reader: Reader, message: PushMessage, userId: UserId): Promise<string> {
    const { t } = readerOf((await listRecipients(reader, [userId])).get(userId), null);
    const { subject: title, text: body, opens, id: tag, answerToken: token } = message;
    return JSON.stringify({
      title,
      body,
      tag,
      opens: opens ?? '/',
      openLabel: t('Open'),
      ...(token !== null && {
        answer: { token, label: t('Acknowledge'), failed: t('Not acknowledged: open the alert and try again.') },
      }),
    });
  }

  async #openSubscriptions(reader: Reader, userId: UserId): Promise<Subscription[]> {
    const rows = await listSubscriptions(reader, userId);
    return rows.map(({ id, endpoint, public_key: p256dh, sealed_auth: sealed }) => ({
      id,
      endpoint,
      keys: { p256dh, auth: this.#parts.box.open(sealed) },
    }));
  }

  async #sendTo(
    { id, ...subscription }: Subscription,
    payload: string,
    urgency: 'normal' | 'high',
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { vapid, post } = this.#parts;
    try {
      const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payload, {
        vapidDetails: { ...vapid },
        TTL: TTL_S,
        urgency,
        contentEncoding: 'aes128gcm',
      });
      const { status, reason } = await post({ endpoint, headers, body: body ?? Buffer.alloc(0) }, signal);
      if (status >= 200 && status < 300) return { id, error: null, isGone: false, isFinal: true };
      const isGone = GONE.has(status);
      const error = isGone
        ? 'the push service no longer knows this browser'
        : `the push service answered ${status}${reason === '' ? '' : `: ${reason}`}`;
      return { id, error, isGone, isFinal: isGone || (status >= 300 && status < 500 && !NOT_FINAL.has(status)) };
    } catch (failure) {
      // Names no address: an endpoint lets others send to the browser.
      const error = failure instanceof Error ? failure.message.replaceAll(subscription.endpoint, '…') : String(failure);
      return { id, error, isGone: false, isFinal: failure instanceof TargetRefused };
    }
  }
}
