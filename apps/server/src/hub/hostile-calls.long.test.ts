import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AGM_HUB, HUB_PATH, STREAM_HUB } from '@waymark/contract/events/index';
import fc from 'fast-check';
import { io } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyDamageOf } from '../testing/hostile-json.ts';
import { MalformedFrame, readMsgpack } from './wire/msgpack-reader.ts';
import { call, makeActor, startHub, type TestClient, type TestHub } from './testing/test-hub.ts';

// Sends packets of any shape and any bytes to the hub, before and after a sign-in.

const FUZZED_FRAMES = 1_000_000;
/**
 * Upper bound for decoding one frame. Measured as processor time over several frames, so that a busy machine does not
 * decide.
 */
const LONGEST_DECODE_MS = 50;
const FRAMES_MEASURED = 100;
const GROWTH_BYTES = 64 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function measureMemory(): number {
  collectGarbage();
  return process.memoryUsage().rss;
}

const RUNS = { numRuns: 250, seed: 20_260_301 };

let running: TestHub;
let witness: TestClient;
beforeAll(async () => {
  running = await startHub();
  witness = await running.connectAgm(makeActor({ userId: 99, sessionId: 'witness' }));
});
afterAll(async () => running.stop());

function encode(packet: unknown): Buffer {
  const [frame] = new parser.Encoder().encode(packet) as unknown as [Buffer];
  return Buffer.from(frame);
}

const anyMeant = fc.constantFrom<unknown>(
  { type: 2, nsp: AGM_HUB, data: ['ShowPigRuns', [1, 2]], id: 4 },
  { type: 2, nsp: AGM_HUB, data: ['RenewToken', 'a token'] },
  { type: 2, nsp: STREAM_HUB, data: ['ListenToAgm', 100_234], id: 5 },
  { type: 0, nsp: STREAM_HUB, data: { token: 'x' } },
  { type: 3, nsp: AGM_HUB, data: ['x'], id: 0 },
  { type: 4, nsp: AGM_HUB, data: { message: 'x' } },
);

const anyPacket = anyMeant.chain((meant) => anyDamageOf(meant, ['disconnect', 'error', 'connect_error'])).map(encode);

const anyFrame: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: anyPacket },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyPacket, fc.nat(), fc.nat(7))
      .map(([bytes, at, bit]) => bytes.map((byte, place) => (place === at % bytes.length ? byte ^ (1 << bit) : byte))),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  // Values nested as deeply as the size limit allows, and declared lengths far beyond the end.
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      Buffer.alloc(60_000, 0x91),
      Buffer.of(0xdd, 0xff, 0xff, 0xff, 0xff),
      Buffer.of(0xdf, 0xff, 0xff, 0xff, 0xff, 1),
      Buffer.of(0xc6, 0xff, 0xff, 0xff, 0xff),
      Buffer.alloc(60_000, 0x81),
    ),
  },
);

function repeat(times: number, ...bytes: readonly number[]): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => Buffer.from(bytes)));
}

/** Frames that stopped the hub in a penetration test, and similar ones. */
const ATTACKS: readonly (readonly [string, Buffer])[] = [
  ['60 lists of 33 million elements', repeat(60, 0xdd, 1, 0xff, 0xff, 0xff)],
  ['an ArrayBuffer of 1 GB', Buffer.of(0xc9, 0x3b, 0x9a, 0xca, 0, 0)],
  ['21,000 lists of 65,535 elements in each other', repeat(21_000, 0xdc, 0xff, 0xff)],
  [
    'a list of 21,000 lists of 65,535 elements',
    Buffer.concat([Buffer.of(0xdc, 0x52, 0x08), repeat(21_000, 0xdc, 0xff, 0xff)]),
  ],
  ['10,000 maps of 4 billion fields', repeat(10_000, 0xdf, 0xff, 0xff, 0xff, 0xff, 0xa0)],
  ['65,000 lists in each other', repeat(65_000, 0x91)],
  ['65,000 empty maps', Buffer.concat([Buffer.of(0xdc, 0xfd, 0xe8), repeat(65_000, 0x80)])],
];

/** A cheap seeded random number generator. */
function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const HEADS = [
  0x81, 0x8f, 0x91, 0x9f, 0xa5, 0xbf, 0xc1, 0xc6, 0xc9, 0xca, 0xcb, 0xcf, 0xd3, 0xd4, 0xd9, 0xdb, 0xdc, 0xdd, 0xde,
  0xdf,
] as const;

/** Makes random bytes with many type bytes, a packet with changed bytes, or a truncated packet. */
function rollFrame(roll: (below: number) => number, packets: readonly Buffer[]): Buffer {
  const packet = Buffer.from(packets[roll(packets.length)] ?? []);
  switch (roll(4)) {
    case 0:
      return Buffer.from(Array.from({ length: 1 + roll(80) }, () => roll(256)));
    case 1:
      return Buffer.from(
        Array.from({ length: 1 + roll(80) }, () => (roll(2) === 0 ? HEADS[roll(HEADS.length)] : roll(256)) ?? 0),
      );
    case 2:
      return packet.subarray(0, roll(packet.length));
    default:
      for (let count = 1 + roll(3); count > 0; count--)
        packet[roll(packet.length)] = roll(2) === 0 ? (HEADS[roll(HEADS.length)] ?? 0) : roll(256);
      return packet;
  }
}

test('[W-001] the decoder reads or refuses a million random and mutated frames quickly, without growing memory', async () => {
  const roll = createDice(RUNS.seed);
  const packets = [
    ...fc.sample(anyPacket, { numRuns: 500, seed: RUNS.seed }),
    ...ATTACKS.map(([, frame]) => frame.subarray(0, 600)),
  ];
  let [longestMs, refused, grownFrom] = [0, 0, 0];
  let startedAt = process.threadCpuUsage();
  for (let count = 0; count < FUZZED_FRAMES; count++) {
    if (count === FUZZED_FRAMES / 10) grownFrom = measureMemory();
    if (count % 10_000 === 0) await yieldToLoop();
    if (count % FRAMES_MEASURED === 0) startedAt = process.threadCpuUsage();
    try {
      readMsgpack(rollFrame(roll, packets));
    } catch (error) {
      if (!(error instanceof MalformedFrame)) throw error;
      refused += 1;
    }
    if (count % FRAMES_MEASURED < FRAMES_MEASURED - 1) continue;
    const { user, system } = process.threadCpuUsage(startedAt);
    longestMs = Math.max(longestMs, (user + system) / 1000);
  }
  expect(refused).toBeGreaterThan(FUZZED_FRAMES / 10);
  expect(refused).toBeLessThan(FUZZED_FRAMES);
  expect(longestMs).toBeLessThan(LONGEST_DECODE_MS);
  expect(measureMemory() - grownFrom).toBeLessThan(GROWTH_BYTES);
});

test.each(ATTACKS)('[W-001] the decoder refuses %s without allocating memory for it', (_what, frame) => {
  const before = measureMemory();
  for (let count = 0; count < 100; count++) expect(() => readMsgpack(frame)).toThrow(MalformedFrame);
  expect(process.memoryUsage().rss - before).toBeLessThan(GROWTH_BYTES);
});

/** Sends the frames; resolves when the hub closes the connection or answers the call that follows them. */
async function send(client: TestClient, frames: readonly Uint8Array[]): Promise<void> {
  const ended = new Promise((resolve) => client.once('disconnect', resolve));
  for (const frame of frames) client.io.engine.send(Buffer.from(frame));
  await Promise.race([ended, call(client, 'Fence')]);
  client.disconnect();
}

test('a signed-in client can end only its own connection, whatever it sends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyFrame, { minLength: 1, maxLength: 4 }), fc.boolean(), async (frames, isStream) => {
      const client = await (isStream ? running.connectStream(makeActor()) : running.connectAgm(makeActor()));
      await send(client, frames);
      expect(await call(witness, 'Fence')).toEqual({ error: 'not-found' });
      running.clock.advance(1000);
    }),
    RUNS,
  );
  expect(running.complaints).toEqual([]);
});

test('[W-002] a client without a sign-in can end only its own connection, whatever it sends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(anyFrame, fc.constantFrom(...ATTACKS.map(([, frame]) => frame))), {
        minLength: 1,
        maxLength: 4,
      }),
      async (frames) => {
        const client = io(`${running.url}${AGM_HUB}`, {
          path: HUB_PATH,
          parser,
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
          autoConnect: false,
        });
        const opened = new Promise((resolve) => client.io.once('open', () => resolve(true)));
        const closed = new Promise((resolve) => client.io.once('close', () => resolve(true)));
        client.io.open();
        await opened;
        // The last frame calls a namespace that has not admitted the client, so the hub closes the connection.
        for (const frame of [...frames, encode({ type: 2, nsp: '/nowhere', data: ['x'] })])
          client.io.engine.send(Buffer.from(frame));
        await closed;
        expect(await call(witness, 'Fence')).toEqual({ error: 'not-found' });
        running.clock.advance(1000);
      },
    ),
    RUNS,
  );
  expect(running.complaints).toEqual([]);
  expect(running.hub.connections()).toEqual({ agm: 1, stream: 0 });
});
