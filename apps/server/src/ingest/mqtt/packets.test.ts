import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { generate, parser as createParser, type IPublishPacket, type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passwordOf } from '../testing/mqtt-device.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';
import { ENDPOINT_LIMITS } from './limits.ts';
import { PacketReader, type ReceivedPacket } from './packets.ts';

let broker: TrialBroker;

beforeEach(async () => {
  broker = await startTrialBroker();
});
afterEach(async () => broker.gateway.close());

const PUBLISH = 0x32;
const TOPIC = 'agm/v1/7/up/hb';

const number = (value: number): Buffer => Buffer.of(value >> 8, value & 0xff);
const field = (text: string): Buffer => Buffer.concat([number(Buffer.byteLength(text)), Buffer.from(text)]);

function packet(header: number, ...body: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(body);
  const length = content.length < 128 ? [content.length] : [(content.length % 128) + 128, content.length >> 7];
  return Buffer.concat([Buffer.of(header, ...length), content]);
}

const LOGIN = packet(
  0x10,
  field('MQTT'),
  Buffer.of(4, 0xc2, 0, 60),
  field('agm-7'),
  field('7'),
  field(passwordOf('7')),
);
const CONNACK = Buffer.of(0x20, 2, 0, 0);
const DISCONNECT = Buffer.of(0xe0, 0);

/** Returns the answer until the endpoint ends the connection, or at least this many bytes. */
async function talk(bytes: Buffer, answerBytes = Infinity): Promise<Buffer> {
  const socket = connect(broker.port, '127.0.0.1');
  let answer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    answer = Buffer.concat([answer, chunk]);
    if (answer.length >= answerBytes) socket.destroy();
  });
  socket.write(Buffer.concat([LOGIN, bytes]));
  await once(socket, 'close');
  return answer;
}

describe('publications', () => {
  it('the endpoint reads packets of mqtt-packet, first and repeated, and acknowledges them by their number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 65_534 }), async (payload, id) => {
        broker.door.rejections.length = 0;
        const both = [false, true].map((dup, at) => {
          const content = { topic: TOPIC, payload: Buffer.from(payload), messageId: id + at };
          return generate({ cmd: 'publish', qos: 1, retain: dup, dup, ...content });
        });
        const answer = await talk(Buffer.concat(both), CONNACK.length + 8);
        expect(answer).toEqual(Buffer.concat([CONNACK, packet(0x40, number(id)), packet(0x40, number(id + 1))]));
        const [first, again] = broker.door.rejections;
        expect(first).toEqual(again);
        expect(first).toMatchObject({ topic: TOPIC, payload: Buffer.from(payload) });
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['a topic longer than itself', packet(PUBLISH, number(99), Buffer.from(TOPIC))],
    ['no number', packet(PUBLISH, field(TOPIC))],
    ['nothing at all', packet(PUBLISH)],
  ])('a PUBLISH with %s ends the connection; it and later packets are not stored', async (_, damaged) => {
    const good = packet(PUBLISH, field(TOPIC), number(1), Buffer.from('{}'));
    const answer = await talk(Buffer.concat([damaged, good]));
    expect(answer.subarray(CONNACK.length)).toEqual(Buffer.alloc(0));
    expect(broker.door.rejections).toEqual([]);
  });

  it('a publication before a DISCONNECT is stored', async () => {
    await talk(Buffer.concat([packet(PUBLISH, field(TOPIC), number(1), Buffer.from('{}')), DISCONNECT]));
    expect(broker.door.rejections).toHaveLength(1);
  });
});

/** Reads one PUBLISH with PacketReader: null if it is damaged. */
function read(bytes: Buffer): ReceivedPacket | null {
  let received: ReceivedPacket | null = null;
  const reader = new PacketReader(
    ENDPOINT_LIMITS,
    (each) => (received = each),
    () => undefined,
  );
  reader.read(bytes);
  return received;
}

/** Reads it with mqtt-packet, which accepts a missing number and wildcards. */
function readByLibrary(bytes: Buffer): Pick<IPublishPacket, 'cmd' | 'topic' | 'payload' | 'qos' | 'messageId'> | null {
  const packets: Packet[] = [];
  const parser = createParser();
  parser.on('packet', (each) => packets.push(each));
  parser.on('error', () => undefined);
  parser.parse(bytes);
  const [found] = packets;
  if (found?.cmd !== 'publish' || found.topic === '' || /[#+]/.test(found.topic)) return null;
  const { topic, payload, qos, messageId = 0 } = found;
  return messageId < 0 ? null : { cmd: 'publish', topic, payload, qos, messageId };
}

describe('PacketReader', () => {
  it('reads every PUBLISH as mqtt-packet does, and refuses what it refuses', () => {
    const anyTopic = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(TOPIC, 'a/+/b', '#', ''));
    const anyBody = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(anyTopic, fc.uint8Array({ maxLength: 40 }))
        .map(([topic, rest]) => new Uint8Array(Buffer.concat([field(topic), rest]))),
    );
    fc.assert(
      fc.property(fc.nat({ max: 15 }), anyBody, (flags, body) => {
        const bytes = packet(0x30 | flags, body);
        expect(read(bytes)).toEqual(readByLibrary(bytes));
      }),
      { numRuns: 2_000 },
    );
  });
});
