import { UPLINK_DELIVERY } from '@waymark/device-protocol/mqtt/delivery';
import { decodeUplinkOf, type ReceivedUplink } from '@waymark/device-protocol/mqtt/uplink';
import type { DeviceMessage, Door, Link, Rejection } from '../device-message.ts';
import { readUplinkTopic } from './uplink-topic.ts';

// From what a client published to what the door takes, the same for both brokers.

export interface ReceivedPublication {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** The client id where the broker tells it. */
  readonly sender: string;
  /** What the connection itself says about the way; the payload's `via` may say bluetooth. */
  readonly link: Link;
  readonly receivedAt: number;
}

export type Taken =
  | { readonly kind: 'message'; readonly message: DeviceMessage }
  | { readonly kind: 'rejection'; readonly rejection: Rejection }
  | { readonly kind: 'stream'; readonly uid: number }
  | { readonly kind: 'nothing' };

const RETAINED = new Set(Object.entries(UPLINK_DELIVERY).flatMap(([name, { retain }]) => (retain ? [name] : [])));

function findLink({ uplink }: ReceivedUplink, link: Link): Link {
  return 'via' in uplink.body && uplink.body.via === 'bt' ? 'bluetooth' : link;
}

/** Decides what a publication is; storing it is for `passOn`. */
export function takePublication({ topic, payload, sender, link, receivedAt }: ReceivedPublication): Taken {
  const { own, parsed } = readUplinkTopic(topic);
  if (own?.name === 'stream') return { kind: 'stream', uid: own.uid };
  if (own && payload.length === 0 && RETAINED.has(own.name)) return { kind: 'nothing' };
  const decoded = parsed.ok ? decodeUplinkOf(parsed.value, payload) : parsed;
  if (!decoded.ok) {
    const uid = own?.uid ?? null;
    return { kind: 'rejection', rejection: { ...decoded.failure, link, receivedAt, uid, sender, topic, payload } };
  }
  const { uplink } = decoded.value;
  if (uplink.name === 'stream') return { kind: 'nothing' };
  return {
    kind: 'message',
    message: { uid: decoded.value.uid, link: findLink(decoded.value, link), receivedAt, uplink },
  };
}

/** Above the rate of its device: a frame is dropped, any other message is kept as rejected. */
export function refuseTooMany({ topic, payload, sender, link, receivedAt }: ReceivedPublication): Taken {
  const { own } = readUplinkTopic(topic);
  if (own?.name === 'stream') return { kind: 'nothing' };
  const failure = { reason: 'too-many', detail: 'more messages than a device may send' } as const;
  return {
    kind: 'rejection',
    rejection: { ...failure, link, receivedAt, uid: own?.uid ?? null, sender, topic, payload },
  };
}

/** Resolves when it is stored, or kept as rejected; there is nothing to wait for with the rest. */
export function passOn(door: Door, taken: Taken): Promise<void> | undefined {
  if (taken.kind === 'message') return door.receive([taken.message]);
  if (taken.kind === 'rejection') return door.refuse(taken.rejection);
  return undefined;
}
