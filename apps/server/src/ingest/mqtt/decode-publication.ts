import { UPLINK_DELIVERY } from '@waymark/device-protocol/mqtt/delivery';
import { decodeUplinkOf } from '@waymark/device-protocol/mqtt/uplink';
import type { DeviceMessage, Door, DurableUplink, Link, Rejection } from '../device-message.ts';
import type { UplinkTopic } from './uplink-topic.ts';

/** How a publication reached this server. */
export interface Arrival {
  /** The client id, or the name of the external broker. */
  readonly sender: string;
  /** The link of the connection; the payload's `via` may still say bluetooth. */
  readonly link: Link;
  readonly receivedAt: number;
}

const RETAINED = new Set(Object.entries(UPLINK_DELIVERY).flatMap(([name, { retain }]) => (retain ? [name] : [])));

function findLink({ body }: DurableUplink, link: Link): Link {
  return 'via' in body && body.via === 'bt' ? 'bluetooth' : link;
}

/**
 * Decodes what a device published, for the endpoint and for an external broker alike. Returns null where there is nothing
 * to store: for a stream frame, and for an empty payload, which clears a retained message.
 */
export function decodePublication(
  topic: UplinkTopic,
  payload: Uint8Array,
  { sender, link, receivedAt }: Arrival,
): DeviceMessage | Rejection | null {
  const { text, uid, name, parsed } = topic;
  if (uid !== null && (name === 'stream' || (payload.length === 0 && RETAINED.has(name)))) return null;
  const decoded = parsed.ok ? decodeUplinkOf(parsed.value, payload) : parsed;
  if (!decoded.ok) return { ...decoded.failure, link, receivedAt, uid, sender, topic: text, payload };
  const uplink = decoded.value;
  if (uid === null || uplink.name === 'stream') return null;
  return { uid, link: findLink(uplink, link), receivedAt, ...uplink };
}

/** Rejects a message above the rate of its device. Returns null for a stream frame, which may be lost. */
export function rejectExcess(
  { text, uid, name }: UplinkTopic,
  payload: Uint8Array,
  arrival: Arrival,
): Rejection | null {
  if (uid !== null && name === 'stream') return null;
  return { reason: 'too-many', detail: 'more messages than a device may send', ...arrival, uid, topic: text, payload };
}

/** Resolves when the message is stored, or the rejection is kept. */
export function storeAt(door: Door, message: DeviceMessage | Rejection): Promise<void> {
  return 'reason' in message ? door.refuse(message) : door.receive([message]);
}
