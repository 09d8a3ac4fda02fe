import { AGM_HUB, HUB_PATH, STREAM_HUB } from '@waymark/contract/events/index';
import fc from 'fast-check';
import { io } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyDamageOf } from '../testing/hostile-json.ts';
import { call, makeActor, startHub, type TestClient, type TestHub } from './testing/test-hub.ts';

// Packets of any shape and any bytes, from whoever is signed in and from whoever is not.

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
  { weight: 2, arbitrary: fc.tuple(anyPacket, fc.nat(), fc.nat(7)).map(([bytes, at, bit]) => bytes.map((byte, place) => (place === at % bytes.length ? byte ^ (1 << bit) : byte))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  // Nested as deeply as a call may be long, and lengths far beyond the end.
  { weight: 1, arbitrary: fc.constantFrom(Buffer.alloc(60_000, 0x91), Buffer.of(0xdd, 0xff, 0xff, 0xff, 0xff), Buffer.of(0xdf, 0xff, 0xff, 0xff, 0xff, 1), Buffer.of(0xc6, 0xff, 0xff, 0xff, 0xff), Buffer.alloc(60_000, 0x81)) },
);

/** Until the hub has ended the connection, or has answered to what came last. */
async function send(client: TestClient, frames: readonly Uint8Array[]): Promise<void> {
  const ended = new Promise((resolve) => client.once('disconnect', resolve));
  for (const frame of frames) client.io.engine.send(Buffer.from(frame));
  await Promise.race([ended, call(client, 'Fence')]);
  client.disconnect();
}

test('whoever is signed in ends nobody but himself by what he sends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyFrame, { minLength: 1, maxLength: 4 }), fc.boolean(), async (frames, isStream) => {
      const client = await (isStream ? running.connectStream(makeActor()) : running.connectAgm(makeActor()));
      await send(client, frames);
      expect(await call(witness, 'Fence')).toEqual({ error: 'not-found' });
    }),
    RUNS,
  );
  expect(running.complaints).toEqual([]);
});

test('before any sign-in neither', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyFrame, { minLength: 1, maxLength: 4 }), async (frames) => {
      const client = io(`${running.url}${AGM_HUB}`, { path: HUB_PATH, parser, transports: ['websocket'], reconnection: false, forceNew: true, autoConnect: false });
      const opened = new Promise((resolve) => client.io.once('open', () => resolve(true)));
      const closed = new Promise((resolve) => client.io.once('close', () => resolve(true)));
      client.io.open();
      await opened;
      // The last one belongs to a hub that nobody has entered: for that the connection is closed.
      for (const frame of [...frames, encode({ type: 2, nsp: '/nowhere', data: ['x'] })]) client.io.engine.send(Buffer.from(frame));
      await closed;
      expect(await call(witness, 'Fence')).toEqual({ error: 'not-found' });
    }),
    RUNS,
  );
  expect(running.complaints).toEqual([]);
  expect(running.hub.connections()).toEqual({ agm: 1, stream: 0 });
});
