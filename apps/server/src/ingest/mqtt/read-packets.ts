import { EventEmitter } from 'node:events';
import type { Client, PublishPacket } from 'aedes';
import { ControlBudget, type ControlLimits } from './control-budget.ts';
import { PacketCutter, type PacketPlace } from './packet-cutter.ts';

// Nearly all that devices send are publications of QoS 1. The parser of aedes spends more on such a packet than all that
// follows until it is stored, and half of all memory that is asked for: so these are read here, and the rest there.

/** PUBLISH at QoS 1, neither retained nor sent again. */
const PUBLISH_QOS_1 = 0x32;

interface Parser {
  parse(chunk: Buffer): unknown;
  emit(event: 'packet', packet: PublishPacket): unknown;
}

function isParser(value: unknown): value is Parser {
  return value instanceof EventEmitter && 'parse' in value && typeof value.parse === 'function';
}

export interface PacketLimits extends ControlLimits {
  readonly maxPacketBytes: number;
  readonly maxConnectBytes: number;
}

/** Takes the place of the client's parser, for which aedes has no option; `onExcess` ends the connection. */
export function readPackets(
  client: Client,
  limits: PacketLimits,
  onExcess: (why: 'too-large' | 'too-many-packets') => void,
): void {
  const parser: unknown = Reflect.get(client, '_parser');
  if (!isParser(parser)) throw new Error('this aedes keeps its parser elsewhere');
  const parse = parser.parse.bind(parser);
  const cutter = new PacketCutter(limits.maxPacketBytes, limits.maxConnectBytes);
  const budget = new ControlBudget(limits);
  const take = (bytes: Buffer, place: PacketPlace) => {
    if (client.closed) return;
    const publication = readPublication(bytes, place);
    if (publication) parser.emit('packet', publication);
    else if (!budget.allows((bytes[place.at] ?? 0) >> 4, place.end - place.at, performance.now()))
      onExcess('too-many-packets');
    else parse(bytes.subarray(place.at, place.end));
  };
  parser.parse = (chunk) => {
    if (!cutter.cut(chunk, take)) onExcess('too-large');
  };
}

/** null: another kind of packet, or a damaged one. */
function readPublication(bytes: Buffer, { at, bodyAt, end }: PacketPlace): PublishPacket | null {
  const topicAt = bodyAt + 2;
  if (bytes[at] !== PUBLISH_QOS_1 || topicAt > end) return null;
  const idAt = topicAt + bytes.readUInt16BE(bodyAt);
  const payloadAt = idAt + 2;
  if (payloadAt > end) return null;
  return {
    cmd: 'publish',
    qos: 1,
    dup: false,
    retain: false,
    topic: bytes.toString('utf8', topicAt, idAt),
    messageId: bytes.readUInt16BE(idAt),
    payload: bytes.subarray(payloadAt, end),
  };
}
