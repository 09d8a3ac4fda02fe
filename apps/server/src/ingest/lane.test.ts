import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Lane, type LaneParts, type Refused } from './lane.ts';
import { heartbeatAt, NOW } from './testing/test-door.ts';
import type { Packet } from './turns.ts';

const NONE: readonly Refused[] = [];
const packet = (uid: number, receivedAt = NOW): Packet => [{ uid, link: 'cellular', receivedAt, ...heartbeatAt(NOW) }];

/** A lane that records which packets were stored together. */
function openLane(gapMs: number) {
  const stored: number[][] = [];
  const lane = new Lane({
    store: (packets) => {
      stored.push(packets.flat().map(({ uid }) => uid));
      return Promise.resolve(NONE);
    },
    refuse: () => NONE,
    onOutage: () => undefined,
    onStored: () => undefined,
    gapMs,
  });
  return { lane, stored };
}

test('a single packet is stored at once, and packets that arrive soon after share the next transaction', async () => {
  const { lane, stored } = openLane(1000);
  await lane.add(packet(1));
  const second = lane.add(packet(2));
  await new Promise((resolve) => void setTimeout(resolve, 5));
  await Promise.all([second, lane.add(packet(3))]);
  expect(stored).toEqual([[1], [2, 3]]);
});

test('a lane without a gap stores each packet alone when it is idle', async () => {
  const { lane, stored } = openLane(0);
  for (const uid of [1, 2, 3]) await lane.add(packet(uid));
  expect(stored).toEqual([[1], [2], [3]]);
});

test('[W-167] a device is acknowledged after its refusal is stored, and no other device waits for it', async () => {
  const stored = Promise.withResolvers<void>();
  const lane = new Lane({
    store: () => Promise.resolve([{ uid: 1, stored: stored.promise }]),
    refuse: () => NONE,
    onOutage: () => undefined,
    onStored: () => undefined,
    gapMs: 0,
  });
  const ends: number[] = [];
  const send = (uid: number) => lane.add(packet(uid)).then(() => ends.push(uid));
  const refused = send(1);
  await Promise.all([send(2), send(3)]);
  await send(4);
  expect(ends).toEqual([2, 3, 4]);
  stored.resolve();
  await refused;
  expect(ends).toEqual([2, 3, 4, 1]);
});

test('[W-167] a device is not acknowledged when its refusal could not be stored', async () => {
  const lane = new Lane({
    store: () => Promise.resolve([{ uid: 1, stored: Promise.reject(new Error('no database')) }]),
    refuse: () => NONE,
    onOutage: () => undefined,
    onStored: () => undefined,
  });
  await expect(lane.add(packet(1))).rejects.toThrow('no database');
});

/** A lane whose transactions the test commits one by one. */
function openSteppedLane(parts: Pick<LaneParts, 'overflow' | 'maxBatch'> = {}) {
  const batches: { readonly packets: readonly Packet[]; readonly commit: () => void }[] = [];
  const lane = new Lane({
    store: (packets) => new Promise((resolve) => batches.push({ packets, commit: () => resolve(NONE) })),
    refuse: () => NONE,
    onOutage: () => undefined,
    onStored: () => undefined,
    gapMs: 0,
    ...parts,
  });
  const next = async (at: number) => {
    await vi.waitFor(() => expect(batches.length).toBeGreaterThan(at));
    return batches[at] ?? { packets: [], commit: () => undefined };
  };
  return { lane, next, count: () => batches.length };
}

test('a busy lane starts its next transaction in the turn in which the last one ends', async () => {
  const { lane, next, count } = openSteppedLane();
  const stored = lane.add(packet(1));
  const first = await next(0);
  void lane.add(packet(2));
  first.commit();
  const begun: number[] = [];
  setImmediate(() => begun.push(count()));
  await stored;
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  expect(begun).toEqual([2]);
});

const uidsOf = (packets: readonly Packet[]) => packets.flat().map(({ uid }) => uid);
const FLOOD = 10_000;

test.each([undefined, 300])(
  '[W-052] the message of another device joins the next batch despite 10,000 of a flooding device (batches of %s)',
  async (maxBatch) => {
    const { lane, next } = openSteppedLane(maxBatch === undefined ? {} : { maxBatch });
    void lane.add(packet(1));
    const first = await next(0);
    for (let n = 0; n < FLOOD; n += 1) void lane.add(packet(1));
    void lane.add(packet(2));
    first.commit();
    expect(uidsOf((await next(1)).packets)).toContain(2);
  },
);

test('[W-052] a flooding device moves to the overflow lane, and the others get a batch without it', async () => {
  const crowd = openSteppedLane({ maxBatch: 256 });
  const main = openSteppedLane({ overflow: crowd.lane });
  void main.lane.add(packet(3));
  const first = await main.next(0);
  for (let n = 0; n < FLOOD; n += 1) void main.lane.add(packet(1, NOW + n));
  for (const uid of [2, 2, 4]) void main.lane.add(packet(uid));
  first.commit();
  expect(uidsOf((await main.next(1)).packets)).toEqual([2, 2, 4]);
  const moved = await crowd.next(0);
  expect(moved.packets).toHaveLength(256);
  expect([crowd.lane.hasPending(1), main.lane.hasPending(1), crowd.lane.length]).toEqual([true, false, FLOOD - 256]);
});

test('a moved device keeps the order of its messages, and all of them are acknowledged', async () => {
  const times: number[] = [];
  const keep = (packets: readonly Packet[]) => {
    times.push(...packets.flat().map(({ receivedAt }) => receivedAt));
    return Promise.resolve(NONE);
  };
  const parts = {
    store: keep,
    refuse: () => NONE,
    onOutage: () => undefined,
    onStored: () => undefined,
    gapMs: 0,
  };
  const crowd = new Lane({ ...parts, maxBatch: 100 });
  const main = new Lane({ ...parts, overflow: crowd });
  const acknowledged = Array.from({ length: 1000 }, async (_, n) =>
    (crowd.hasPending(1) ? crowd : main).add(packet(1, n)),
  );
  await new Promise(setImmediate);
  for (let n = 1000; n < 2000; n += 1) acknowledged.push((crowd.hasPending(1) ? crowd : main).add(packet(1, n)));
  await Promise.all(acknowledged);
  expect(times).toEqual(Array.from({ length: 2000 }, (_, n) => n));
  expect([crowd.hasPending(1), main.hasPending(1), crowd.length + main.length]).toEqual([false, false, 0]);
});

test('devices with equally many pending messages stay together', async () => {
  const crowd = openSteppedLane();
  const main = openSteppedLane({ overflow: crowd.lane });
  void main.lane.add(packet(9));
  const first = await main.next(0);
  for (let n = 0; n < 32; n += 1) for (let uid = 1; uid <= 50; uid += 1) void main.lane.add(packet(uid));
  first.commit();
  expect((await main.next(1)).packets).toHaveLength(1600);
  expect(crowd.count()).toBe(0);
});

/** Counts the packets that a lane stores until each of five devices has sent `rounds` messages one after the other. */
async function countStored(rounds: number, flood: { readonly packets: number; readonly inFlight: number }) {
  let [stored, batches] = [0, 0];
  const parts = { refuse: () => NONE, onOutage: () => undefined, onStored: () => undefined, gapMs: 0 };
  const settle = () => new Promise<readonly Refused[]>((resolve) => void setImmediate(resolve, NONE));
  const crowd = new Lane({ ...parts, store: settle, maxBatch: 64 });
  const main = new Lane({
    ...parts,
    overflow: crowd,
    store: (packets) => {
      stored += packets.length;
      batches += 1;
      return settle();
    },
  });
  const send = (uid: number) => (crowd.hasPending(uid) ? crowd : main).add(packet(uid));
  let left = flood.packets;
  const sendFlood = async () => {
    while (left-- > 0) await send(1);
  };
  const flooding = Array.from({ length: flood.inFlight }, sendFlood);
  await Promise.all(
    [2, 3, 4, 5, 6].map(async (uid) => {
      for (let round = 0; round < rounds; round += 1) await send(uid);
    }),
  );
  left = 0;
  const counted = { stored, batches };
  await Promise.all(flooding);
  return counted;
}

test.each([12, 100, 2000])(
  '[W-097] a lane stores less than twice as much before it acknowledges other devices, while one sends 10,000 with %i in flight',
  async (inFlight) => {
    const alone = await countStored(100, { packets: 0, inFlight: 0 });
    const beside = await countStored(100, { packets: FLOOD, inFlight });
    expect(beside.stored).toBeLessThan(2 * alone.stored);
    expect(beside.batches).toBeLessThan(2 * alone.batches);
  },
);

test('a lane that is closed tries a failed batch no more and does not acknowledge it', async () => {
  const outage = Object.assign(new Error('no database'), { code: 'ECONNREFUSED' });
  const store = vi.fn<() => Promise<never>>(() => Promise.reject(outage));
  const lane = new Lane({ store, refuse: () => NONE, onOutage: () => lane.close(), onStored: () => undefined });
  await expect(lane.add(packet(1))).rejects.toBe(outage);
  expect(store).toHaveBeenCalledOnce();
});

test('a yielding lane rests after a transaction for as long as it took', async () => {
  const times: { readonly began: number; readonly ended: number }[] = [];
  const lane = new Lane({
    store: async () => {
      const began = performance.now();
      await sleep(60);
      times.push({ began, ended: performance.now() });
      return NONE;
    },
    refuse: () => NONE,
    onOutage: () => undefined,
    onStored: () => undefined,
    gapMs: 0,
    isYielding: true,
  });
  await lane.add(packet(1));
  await lane.add(packet(1));
  const [first, second] = times;
  // A timer may fire a millisecond early.
  expect((second?.began ?? 0) - (first?.ended ?? 0)).toBeGreaterThanOrEqual(58);
});
