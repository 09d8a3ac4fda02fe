import { reject, type DecodeFailure } from '@waymark/device-protocol/decode-failure';
import { succeed } from '@waymark/domain/result';
import { isStorable } from '@waymark/domain/storable-text';
import type { Door, Rejection } from '../device-message.ts';
import type { VerifyRockblockBody } from './rockblock-signature.ts';
import type { ReceiveSession } from './receive-session.ts';
import { readCloudloopBody, readRockblockBody } from './webhook-bodies.ts';

/** The body that a provider posted; the secret of its address has been checked. */
export interface WebhookDelivery {
  readonly provider: 'rockblock' | 'cloudloop';
  readonly body: Readonly<Record<string, unknown>>;
  /** The network address of the caller. */
  readonly sender: string;
}

export interface WebhookIntakeParts {
  readonly receive: ReceiveSession;
  readonly refuse: Door['refuse'];
  readonly now: () => number;
  /** Without it the secret in the address is the only check of RockBLOCK. */
  readonly verifyRockblock?: VerifyRockblockBody | undefined;
  /** Called with the name under which Cloudloop accepts messages to the device. */
  readonly onThing?: ((imei: string, thingId: string) => void) | undefined;
}

/** Resolves when the delivery need not be repeated; rejects when it could not be stored. */
export type ReceiveWebhook = (delivery: WebhookDelivery) => Promise<'accepted' | 'forged'>;

export function createWebhookIntake({
  receive,
  refuse,
  now,
  verifyRockblock,
  onThing,
}: WebhookIntakeParts): ReceiveWebhook {
  const storeRejected = (
    { provider, body, sender }: WebhookDelivery,
    { reason, detail }: Pick<Rejection, 'reason' | 'detail'>,
  ) =>
    refuse({
      reason,
      detail,
      link: 'iridium',
      receivedAt: now(),
      uid: null,
      sender,
      topic: provider,
      payload: new TextEncoder().encode(JSON.stringify(body)),
    });

  function readSession({ provider, body }: WebhookDelivery) {
    if (!isStorable(body)) return reject('not-text', 'a zero character or half of a surrogate pair');
    if (provider === 'rockblock') return readRockblockBody(body);
    const message = readCloudloopBody(body);
    if (!message.ok) return message;
    const { session, thingId } = message.value;
    if (thingId !== null) onThing?.(session.imei, thingId);
    return succeed(session);
  }

  return async function receiveWebhook(delivery) {
    const { provider, body, sender } = delivery;
    if (provider === 'rockblock' && verifyRockblock && !(await verifyRockblock(body))) {
      await storeRejected(delivery, { reason: 'signature', detail: 'not signed by RockBLOCK' });
      return 'forged';
    }
    const session = readSession(delivery);
    if (session.ok) await receive({ ...session.value, sender });
    else await storeRejected(delivery, session.failure satisfies DecodeFailure);
    return 'accepted';
  };
}
