import { setImmediate as nextTurn } from 'node:timers/promises';
import { RECEIVE_STREAM, STREAM_HUB } from '@waymark/contract/events/index';
import { afterEach, expect, test, vi } from 'vitest';
import { encodeEvent, frameEvent } from './wire/event-frame.ts';
import type { StreamListener } from './stream-listener.ts';
import {
  call,
  closed,
  collect,
  makeActor,
  pauseReading,
  startHub,
  type TestClient,
  type TestHub,
} from './testing/test-hub.ts';

const LIMITS = { slowPackets: 8, maxWaitingPackets: 100 };
const PADDING = 'x'.repeat(128 * 1024);
const FRAME_MS = 960;
/** Frames of five seconds, and the maximum number of waiting frames per device. */
const [KEPT, MOST] = [6, 32];

let node: TestHub;
let listeners: StreamListener[];

afterEach(async () => node.stop());

async function start(): Promise<void> {
  listeners = [];
  const ListenToAgm = async ({ listener }: { readonly listener: StreamListener }) => void listeners.push(listener);
  node = await startHub({ limits: LIMITS, streamMethods: { ListenToAgm, ShutupToAgm: async () => undefined } });
}

/** Listens with one connection; returns its listener and what it receives. */
async function listen(client: TestClient) {
  const inbox = collect(client);
  expect(await call(client, 'ListenToAgm', 1)).toEqual({ ok: true });
  const listener = listeners.at(-1);
  if (!listener) throw new Error('no listener was added');
  const heard = async () => (await inbox.all()).map(([name, text]) => [name, String(text).split(' ', 1)[0]]);
  return { client, listener, heard };
}

const frame = (uid: number, number: number) =>
  frameEvent(STREAM_HUB, encodeEvent(RECEIVE_STREAM, `${uid}/${number} ${PADDING}`));
const name = (uid: number, number: number) => [RECEIVE_STREAM, `${uid}/${number}`];
const numbers = (from: number, until: number) => Array.from({ length: until - from }, (_none, at) => from + at);

/** Sends to a connection that does not read until older frames are dropped; returns the number of frames sent. */
async function fill(
  listener: StreamListener,
  also: (number: number) => Promise<void> = async () => undefined,
): Promise<number> {
  for (let number = 0; ; number++) {
    node.clock.advance(FRAME_MS);
    if (listener.send(1, frame(1, number)) > 0) return number + 1;
    await also(number);
    await nextTurn();
  }
}

test('a slow listener loses old frames and delays no other listener', async () => {
  await start();
  const slow = await listen(await node.connectStream(makeActor()));
  const quick = await listen(await node.connectStream(makeActor({ userId: 8 })));
  const resume = pauseReading(slow.client);
  const blockedAt = await fill(slow.listener, async (number) => {
    expect(quick.listener.send(1, frame(1, number))).toBe(0);
    if (number % KEPT === 0) await quick.heard();
  });
  const last = blockedAt + 200;
  for (const number of numbers(blockedAt, last)) {
    node.clock.advance(FRAME_MS);
    slow.listener.send(1, frame(1, number));
  }
  for (const number of numbers(0, 3)) slow.listener.send(2, frame(2, number));
  expect(await quick.heard()).toEqual(numbers(0, blockedAt - 1).map((number) => name(1, number)));
  resume();
  const newest = numbers(last - KEPT, last).map((number) => name(1, number));
  await vi.waitFor(async () => expect(await slow.heard()).toEqual(expect.arrayContaining([...newest, name(2, 2)])));
  const heard = await slow.heard();
  const [first, second] = ['1/', '2/'].map((uid) => heard.filter(([, text]) => text?.startsWith(uid)));
  const taken = (first?.length ?? 0) - KEPT;
  expect(first).toEqual([...numbers(0, taken).map((number) => name(1, number)), ...newest]);
  expect(taken).toBeLessThan(blockedAt);
  expect(second).toEqual(numbers(0, 3).map((number) => name(2, number)));
  // Devices take turns: the second one does not wait for all frames of the first.
  expect(heard.at(-1)).toEqual(newest.at(-1));
  slow.listener.send(1, frame(1, last));
  expect((await slow.heard()).at(-1)).toEqual(name(1, last));
});

test('frames sent together all arrive, in order', async () => {
  await start();
  const { listener, heard } = await listen(await node.connectStream(makeActor()));
  const uids = numbers(1, 9);
  for (const number of numbers(0, MOST)) for (const uid of uids) expect(listener.send(uid, frame(uid, number))).toBe(0);
  await vi.waitFor(async () => expect(await heard()).toHaveLength(uids.length * MOST), { timeout: 10_000 });
  expect((await heard()).filter(([, text]) => text?.startsWith('7/'))).toEqual(
    numbers(0, MOST).map((number) => name(7, number)),
  );
});

test('waiting frames never make a connection slow: its events all arrive, and it is not cut', async () => {
  await start();
  const [agm, stream] = await node.connectBoth(makeActor());
  const inbox = collect(agm);
  const { client, listener } = await listen(stream);
  const resume = pauseReading(client);
  await fill(listener);
  for (const number of numbers(0, 10 * LIMITS.maxWaitingPackets))
    listener.send(number % 32, frame(number % 32, number));
  const audience = { userId: 7 };
  const event = { name: 'ReceiveUserUpdate', audience, data: { name: 'Dana' } };
  for (let sent = 0; sent < LIMITS.slowPackets - 1; sent++) node.hub.send([event as never]);
  for (let check = 0; check < 4; check++) node.clock.advance(250);
  resume();
  await vi.waitFor(async () => expect(await inbox.all()).toHaveLength(LIMITS.slowPackets - 1));
  expect(node.hub.connections()).toEqual({ agm: 1, stream: 1 });
});

test('a listener keeps at most 32 waiting frames per device', async () => {
  await start();
  const { client, listener } = await listen(await node.connectStream(makeActor()));
  const resume = pauseReading(client);
  await fill(listener);
  const lost = numbers(0, 100).map((number) => listener.send(2, frame(2, number)));
  expect(lost).toEqual([...numbers(0, MOST).map(() => 0), ...numbers(MOST, 100).map(() => 1)]);
  resume();
});

test('forget drops the waiting frames of a device', async () => {
  await start();
  const { client, listener, heard } = await listen(await node.connectStream(makeActor()));
  const resume = pauseReading(client);
  await fill(listener);
  listener.send(2, frame(2, 0));
  listener.send(3, frame(3, 0));
  listener.forget(2);
  resume();
  await vi.waitFor(async () => expect(await heard()).toContainEqual(name(3, 0)));
  expect(await heard()).not.toContainEqual(name(2, 0));
});

test('a listener signals the end of its connection and ignores further frames', async () => {
  await start();
  const { client, listener } = await listen(await node.connectStream(makeActor()));
  const gone = new Promise((resolve) => listener.gone.addEventListener('abort', resolve));
  const end = closed(client);
  client.disconnect();
  await Promise.all([gone, end]);
  for (const number of numbers(0, 2 * MOST)) expect(listener.send(1, frame(1, number))).toBe(0);
});
