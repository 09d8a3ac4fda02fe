import type { Decoded } from '@waymark/device-protocol/decode-failure';
import { UPLINK_DELIVERY } from '@waymark/device-protocol/mqtt/delivery';
import { MAX_UID, parseNumber, parseTopic, type Topic } from '@waymark/device-protocol/mqtt/topic';
import { decodeUplinkOf } from '@waymark/device-protocol/mqtt/uplink';
import type { Uid } from '@waymark/domain/ids';
import type { DeviceMessage, Door, DurableUplink, Link, Rejection } from '../device-message.ts';
import type { PendingMessages } from '../pending-messages.ts';

const ROOT = 'agm/v1/';
const UP = '/up/';

export interface UplinkTopic {
  readonly text: string;
  /** The device; set even if the name is unknown, because firmware may be newer than this server. */
  readonly uid: Uid | null;
  readonly name: string;
  readonly parsed: Decoded<Topic>;
}

/** MQTT forbids the zero character and invalid UTF-8, which decodes to U+FFFD. */
const NO_TEXT = /[\0\uFFFD]/;

function findUnknown(text: string): Pick<UplinkTopic, 'uid' | 'name'> {
  const end = text.indexOf(UP, ROOT.length);
  const name = text.slice(end + UP.length);
  if (end < 0 || !text.startsWith(ROOT) || name === '' || NO_TEXT.test(name)) return { uid: null, name: '' };
  return { uid: parseNumber(text.slice(ROOT.length, end), 1, MAX_UID), name };
}

function parse(text: string): UplinkTopic {
  const parsed = parseTopic(text);
  if (!parsed.ok) return { text, ...findUnknown(text), parsed };
  const { direction, uid, name } = parsed.value;
  return { text, uid: direction === 'up' ? uid : null, name, parsed };
}

const MAX_CACHED = 20_000;
const cached = new Map<string, UplinkTopic>();

/** Caches parsed topics: devices publish to the same few topics again and again. */
export function parseUplinkTopic(text: string): UplinkTopic {
  const known = cached.get(text);
  if (known) return known;
  const topic = parse(text);
  // Each waveform has a topic of its own.
  if (!topic.parsed.ok || topic.name === 'waveform') return topic;
  if (cached.size >= MAX_CACHED) cached.clear();
  cached.set(text, topic);
  return topic;
}

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
 * Decodes a publication of a device, for the endpoint and for an external broker. Returns null if there is nothing to
 * store: for a stream frame, and for an empty payload, which clears a retained message.
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

type Done = (error?: Error) => void;

/** Messages that are being stored, so that `close` can wait for them. Messages of one commit share a promise. */
export class InFlight {
  readonly #door: Door;
  readonly #pending = new Map<Promise<void>, Done[]>();

  constructor(door: Door) {
    this.#door = door;
  }

  /** Calls `done` when the message or the rejection is stored, or with the error. */
  store(message: DeviceMessage | Rejection, done: Done, ofClient?: PendingMessages): void {
    const stored = 'reason' in message ? this.#door.refuse(message) : this.#door.receive([message]);
    ofClient?.follow(stored);
    const pending = this.#pending.get(stored);
    if (pending) {
      pending.push(done);
      return;
    }
    this.#pending.set(stored, [done]);
    stored.then(
      () => this.#end(stored),
      (error: unknown) => this.#end(stored, error instanceof Error ? error : new Error(String(error))),
    );
  }

  /** Resolves when every message is stored or has failed, or after the timeout. */
  async drain(timeoutMs: number): Promise<void> {
    const { promise: timedOut, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    await Promise.race([Promise.allSettled(this.#pending.keys()), timedOut]);
    clearTimeout(timer);
  }

  #end(stored: Promise<void>, error?: Error): void {
    const pending = this.#pending.get(stored) ?? [];
    this.#pending.delete(stored);
    for (const done of pending) done(error);
  }
}
