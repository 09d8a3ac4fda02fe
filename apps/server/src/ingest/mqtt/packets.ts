import { parser as createParser, type Packet } from 'mqtt-packet';
import { ControlBudget } from './control-budgets.ts';
import type { PacketLimits } from './limits.ts';

/** A PUBLISH packet of a client. `payload` is a view into the received bytes. */
export interface Publication {
  readonly cmd: 'publish';
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: 0 | 1 | 2;
  /** 0 at QoS 0. */
  readonly messageId: number;
}

export type ReceivedPacket = Publication | Exclude<Packet, { readonly cmd: 'publish' }>;

/** The reason why the connection must end. */
export type PacketFault = 'damaged' | 'too-large' | 'too-many-packets';

/** Packet type of MQTT 3.1.1. */
const PUBLISH = 3;
const MAX_LENGTH_BYTES = 4;
const NOTHING = Buffer.alloc(0);

/**
 * Cuts the byte stream of one connection into packets. Nearly all of them are PUBLISH, which this class decodes itself in
 * a fraction of the time and memory; mqtt-packet parses the others. A packet whose length is too large is refused before
 * its bytes arrive.
 */
export class PacketReader {
  readonly #limits: PacketLimits;
  readonly #onPacket: (packet: ReceivedPacket) => void;
  readonly #onFault: (why: PacketFault) => void;
  #budget: ControlBudget;
  #maxBytes: number;
  #rest: Buffer = NOTHING;
  #isPaused = false;

  constructor(limits: PacketLimits, onPacket: (packet: ReceivedPacket) => void, onFault: (why: PacketFault) => void) {
    this.#limits = limits;
    this.#maxBytes = limits.maxConnectBytes;
    this.#onPacket = onPacket;
    this.#onFault = onFault;
    this.#budget = new ControlBudget(limits);
  }

  read(chunk: Buffer): void {
    this.#isPaused = false;
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (!this.#isPaused) {
      const place = findPacket(bytes, at, this.#maxBytes);
      if (place === 'incomplete') break;
      if (place === 'too-large') return this.#onFault('too-large');
      this.#maxBytes = this.#limits.maxPacketBytes;
      this.#readPacket(bytes, place);
      at = place.end;
    }
    // A copy, because a view would keep the whole chunk in memory.
    this.#rest = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
  }

  /** Called while a packet is handled: keeps the packets after it for `resume`. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.read(NOTHING);
  }

  /** Replaces the budget of the connection by that of its client. */
  useBudget(budget: ControlBudget): void {
    this.#budget = budget;
  }

  #readPacket(bytes: Buffer, place: PacketPlace): void {
    const { at, end } = place;
    const type = (bytes[at] ?? 0) >> 4;
    if (type !== PUBLISH && !this.#budget.allows(type, end - at)) return this.#onFault('too-many-packets');
    const packet = type === PUBLISH ? readPublication(bytes, place) : parsePacket(bytes.subarray(at, end));
    if (packet) this.#onPacket(packet);
    else this.#onFault('damaged');
  }
}

/** The position of a packet: its first byte, the byte after its header, its end. */
interface PacketPlace {
  readonly at: number;
  readonly bodyAt: number;
  readonly end: number;
}

/** The length follows the first byte: seven bits a byte, lowest first; the eighth bit says that another byte follows. */
function findPacket(bytes: Buffer, at: number, maxBytes: number): PacketPlace | 'incomplete' | 'too-large' {
  let length = 0;
  for (let n = 0; n < MAX_LENGTH_BYTES; n++) {
    const byte = bytes[at + 1 + n];
    if (byte === undefined) return 'incomplete';
    length += (byte & 0x7f) * 128 ** n;
    if (length > maxBytes) return 'too-large';
    if (byte >= 0x80) continue;
    const bodyAt = at + 2 + n;
    const end = bodyAt + length;
    return end > bytes.length ? 'incomplete' : { at, bodyAt, end };
  }
  return 'too-large';
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

/** Creates a parser for each packet: a parser remembers the protocol version of the last CONNECT, and costs memory. */
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
