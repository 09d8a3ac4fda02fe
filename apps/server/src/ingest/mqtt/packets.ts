import { parser as createParser, type Packet } from 'mqtt-packet';
import { ControlBudget, type ControlLimits } from './control-budget.ts';
import { PacketCutter, type PacketPlace } from './packet-cutter.ts';

/** What a client published. `payload` is a view into the bytes that were read. */
export interface Publication {
  readonly cmd: 'publish';
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: 0 | 1 | 2;
  /** 0 at QoS 0. */
  readonly messageId: number;
}

export interface PacketLimits extends ControlLimits {
  readonly maxPacketBytes: number;
  readonly maxConnectBytes: number;
}

export type ReceivedPacket = Publication | Exclude<Packet, { readonly cmd: 'publish' }>;

/** Why the connection must end. */
export type PacketFault = 'damaged' | 'too-large' | 'too-many-packets';

const PUBLISH = 3;

/**
 * Reads the packets of one connection. Nearly all of them are PUBLISH, so those are read here, which takes a fraction of
 * the time and memory; mqtt-packet parses the rest.
 */
export class PacketReader {
  readonly #cutter: PacketCutter;
  readonly #budget: ControlBudget;
  readonly #onPacket: (packet: ReceivedPacket) => void;
  readonly #onFault: (why: PacketFault) => void;

  constructor(limits: PacketLimits, onPacket: (packet: ReceivedPacket) => void, onFault: (why: PacketFault) => void) {
    this.#cutter = new PacketCutter(limits.maxPacketBytes, limits.maxConnectBytes);
    this.#budget = new ControlBudget(limits);
    this.#onPacket = onPacket;
    this.#onFault = onFault;
  }

  read(chunk: Buffer): void {
    if (!this.#cutter.cut(chunk, this.#take)) this.#onFault('too-large');
  }

  /** Called while a packet is handled: keeps the packets after it for `resume`. */
  pause(): void {
    this.#cutter.pause();
  }

  resume(): void {
    if (!this.#cutter.resume(this.#take)) this.#onFault('too-large');
  }

  readonly #take = (bytes: Buffer, place: PacketPlace): void => {
    const type = (bytes[place.at] ?? 0) >> 4;
    if (!this.#budget.allows(type, place.end - place.at, performance.now())) return this.#onFault('too-many-packets');
    const packet = type === PUBLISH ? readPublication(bytes, place) : parsePacket(bytes.subarray(place.at, place.end));
    if (packet) this.#onPacket(packet);
    else this.#onFault('damaged');
  };
}

/** Returns null for a damaged packet, and for one with a wildcard in its topic. */
function readPublication(bytes: Buffer, { at, bodyAt, end }: PacketPlace): Publication | null {
  const qos = ((bytes[at] ?? 0) >> 1) & 3;
  const topicAt = bodyAt + 2;
  if (qos === 3 || topicAt > end) return null;
  const topicEnd = topicAt + bytes.readUInt16BE(bodyAt);
  const payloadAt = qos === 0 ? topicEnd : topicEnd + 2;
  if (payloadAt > end || topicEnd === topicAt) return null;
  const topic = bytes.toString('utf8', topicAt, topicEnd);
  if (topic.includes('#') || topic.includes('+')) return null;
  const messageId = qos === 0 ? 0 : bytes.readUInt16BE(topicEnd);
  return { cmd: 'publish', topic, payload: bytes.subarray(payloadAt, end), qos: qos as Publication['qos'], messageId };
}

/** A new parser for each packet: a parser remembers the protocol version of the last CONNECT, and costs memory. */
function parsePacket(bytes: Buffer): ReceivedPacket | null {
  let parsed: ReceivedPacket | null = null;
  const parser = createParser();
  parser.on('packet', (packet) => (parsed = packet.cmd === 'publish' ? null : packet));
  parser.on('error', () => undefined);
  parser.parse(bytes);
  return parsed;
}

export const [PUBACK, PUBREC, PUBCOMP] = [0x40, 0x50, 0x70] as const;
export const PINGRESP = Buffer.of(0xd0, 0);
const ACKNOWLEDGEMENT_BYTES = 4;

export interface Acknowledgement {
  readonly type: typeof PUBACK | typeof PUBREC | typeof PUBCOMP;
  readonly messageId: number;
}

export function encodeConnack(returnCode: number): Buffer {
  return Buffer.of(0x20, 2, 0, returnCode);
}

export function encodeAcknowledgements(all: readonly Acknowledgement[]): Buffer {
  const bytes = Buffer.allocUnsafe(all.length * ACKNOWLEDGEMENT_BYTES);
  for (const [at, { type, messageId }] of all.entries()) {
    bytes.writeUInt16BE((type << 8) | 2, at * ACKNOWLEDGEMENT_BYTES);
    bytes.writeUInt16BE(messageId, at * ACKNOWLEDGEMENT_BYTES + 2);
  }
  return bytes;
}
