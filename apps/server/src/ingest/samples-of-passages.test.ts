import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { joinSamples, tidyRecords } from '../features/records/records.jobs.ts';
import type { DomainEventHandlers } from '../platform/database/change.ts';
import { Notices } from '../platform/database/notices.ts';
import { Partitions } from '../platform/database/partitions.ts';
import { systemOrigin } from '../platform/http/call.ts';
import { DeviceDirectory } from './device-directory.ts';
import type { DurableUplink } from './device-message.ts';
import { Receiver } from './receive.ts';
import { NOW, openTestDoor, passageAt, type TestDoor } from './testing/test-door.ts';

// Two receivers on one database, like two nodes behind a broker that gives each message to one of them.

const UID = 100_234;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const CHANNELS = ['elf', 'geo', 'mag'] as const;

let door: TestDoor;
let there: Receiver;
let notices: Notices;
/** Delays the transaction that stores a passage until it is released. */
let gate: { readonly entered: () => void; readonly released: Promise<void> } | null = null;

beforeAll(async () => {
  const silent = new Proxy({} as DomainEventHandlers, {
    get: (_, name) => (name === 'passages-stored' ? [holdAtGate] : []),
  });
  door = await openTestDoor([UID], silent);
  notices = new Notices(door.connection, door.log);
  await notices.start();
  there = new Receiver({
    database: door.database,
    directory: new DeviceDirectory(door.database, notices),
    partitions: new Partitions(door.database.pool),
    log: door.log,
    now: () => NOW,
    keptDays: new Map(),
  });
});
afterAll(async () => {
  there.close();
  await notices.close();
  await door.close();
});
beforeEach(async () => {
  gate = null;
  door.setNow(NOW);
  await door.query('truncate passages, waveforms, early_waveforms, record_counts, rejected_counts');
});

async function holdAtGate(): Promise<void> {
  gate?.entered();
  await gate?.released;
}

type Arrival = { readonly receivedAt?: number };
const sendThere = (uplink: DurableUplink, { receivedAt = NOW }: Arrival = {}) =>
  there.receive([{ uid: UID, link: 'cellular', receivedAt, ...uplink }]);

/** The first sample identifies the waveform. */
function samplesOf(passage: DurableUplink, mark: number, channel: (typeof CHANNELS)[number] = 'elf') {
  if (passage.name !== 'psg') throw new Error('samples belong to a passage');
  const { psgSeq, endOfSnip } = passage.body;
  const samples = Int16Array.from({ length: 500 }, (_, at) => (at === 0 ? mark : at));
  const body = { channel, sensitivity: 3, rateMilliHz: 16_667, samples } as const;
  return {
    named: { name: 'waveform', psgSeq, endOfSnip, body },
    numbered: { name: 'waveform', psgSeq, body },
  } as const;
}

/** Lists end of snippet in milliseconds from NOW, channel and mark of each waveform that has its passage. */
async function listJoined(): Promise<unknown[]> {
  const rows = await door.query<{ end_of_snip_at: Date; kind: number; data: Buffer }>(
    'select end_of_snip_at, kind, data from waveforms order by end_of_snip_at, kind',
  );
  return rows.map(({ end_of_snip_at: at, kind, data }) => [at.getTime() - 15_000 - NOW, kind, data.readInt16LE(8)]);
}

const countWaiting = async () => (await door.query('select from early_waveforms')).length;

describe('samples and passages that two nodes store at the same time', () => {
  test.each(['named', 'numbered'] as const)(
    '[W-092] concurrent samples and passages are joined: samples %s',
    async (form) => {
      const passage = passageAt(NOW);
      const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      gate = { entered: enter, released };
      const storing = door.send(UID, passage);
      await entered;
      gate = null;
      const storingThere = sendThere(samplesOf(passage, 1)[form]);
      release();
      await Promise.all([storing, storingThere]);
      expect(await listJoined()).toEqual([[0, 0, 1]]);
      expect(await countWaiting()).toBe(0);
    },
  );

  test('[W-092] samples join the passages that they name, in any order and through any node', async () => {
    const trial = fc.asyncProperty(
      fc.infiniteStream(fc.nat()),
      fc.array(fc.boolean(), { minLength: 24 }),
      async (keys, nodes) => {
        await door.query('truncate passages, waveforms, early_waveforms, record_counts');
        // A device after a reset: the same six numbers twice.
        const passages = Array.from({ length: 12 }, (_, at) => passageAt(NOW - (12 - at) * MINUTE, { psgSeq: at % 6 }));
        const messages = passages.flatMap((passage, at) => [passage, samplesOf(passage, at).named]);
        const shuffled = messages
          .map((message) => ({ message, key: keys.next().value }))
          .toSorted((a, b) => a.key - b.key);
        await Promise.all(
          shuffled.map(({ message }, at) => (nodes[at] === true ? sendThere(message) : door.send(UID, message))),
        );
        expect(await listJoined()).toEqual(passages.map((_, at) => [(at - 12) * MINUTE, 0, at]));
        expect(await countWaiting()).toBe(0);
      },
    );
    await fc.assert(trial, { numRuns: 8 });
  });
});

describe('samples after a reset of the device, which restarts its numbers', () => {
  test('[W-092] samples wait for the passage that they name and leave the old passage of that number empty', async () => {
    const [before, after] = [passageAt(NOW - MINUTE), passageAt(NOW)];
    await door.send(UID, before);
    await sendThere(samplesOf(after, 2).named);
    expect(await listJoined()).toEqual([]);
    await door.send(UID, after);
    expect(await listJoined()).toEqual([[0, 0, 2]]);
  });

  test('[W-092] samples without a name wait when the old passage of that number has samples', async () => {
    const [before, after] = [passageAt(NOW - MINUTE), passageAt(NOW)];
    await door.send(UID, before);
    await door.send(UID, samplesOf(before, 1).numbered);
    await sendThere(samplesOf(after, 2).numbered);
    await door.send(UID, after);
    expect(await listJoined()).toEqual([
      [-MINUTE, 0, 1],
      [0, 0, 2],
    ]);
    await sendThere(samplesOf(after, 2).numbered);
    expect(await countWaiting()).toBe(0);
  });

  test('[W-092] samples without a name do not join an old passage of that number immediately', async () => {
    const [before, after] = [passageAt(NOW - 60 * MINUTE), passageAt(NOW)];
    await door.send(UID, before, { receivedAt: NOW - 59 * MINUTE });
    await sendThere(samplesOf(after, 2).numbered);
    expect(await listJoined()).toEqual([]);
    await door.send(UID, after);
    expect(await listJoined()).toEqual([[0, 0, 2]]);
  });
});

describe('pending samples', () => {
  const settle = (now: number) =>
    door.database.change(systemOrigin('test'), (change) =>
      joinSamples(change, { receivedAfter: now - 60 * MINUTE }, now),
    );
  const readLost = () => door.query("select count::int from rejected_counts where reason = 'no-passage' order by day");

  test('[W-092] late samples without a name join their passage when no other passage is possible', async () => {
    const passage = passageAt(NOW - 60 * MINUTE);
    await door.send(UID, passage, { receivedAt: NOW - 59 * MINUTE });
    await door.send(UID, samplesOf(passage, 1).numbered);
    await settle(NOW + 9 * MINUTE);
    expect(await listJoined()).toEqual([]);
    await settle(NOW + 11 * MINUTE);
    expect(await listJoined()).toEqual([[-60 * MINUTE, 0, 1]]);
  });

  test('[W-092] samples without a name stay pending when two passages of that number lack samples', async () => {
    const passages = [passageAt(NOW - 60 * MINUTE), passageAt(NOW - 50 * MINUTE)] as const;
    for (const passage of passages) await door.send(UID, passage, { receivedAt: NOW - 40 * MINUTE });
    await door.send(UID, samplesOf(passages[0], 1).numbered);
    await settle(NOW + 11 * MINUTE);
    expect([await listJoined(), await countWaiting()]).toEqual([[], 1]);
  });

  test('[W-092] a device has at most 3,000 pending samples; dropped and expired ones are counted', async () => {
    const fill = 'insert into early_waveforms (uid, psg_seq, kind, is_snippet, data, received_at) ';
    await door.query(`${fill} select $1, 9, 0, false, int4send(n), $2 from generate_series(1, 3000) n`, [
      UID,
      new Date(NOW),
    ]);
    const passage = passageAt(NOW);
    await door.send(UID, samplesOf(passage, 1).named);
    expect([await countWaiting(), await readLost()]).toEqual([3000, [{ count: 1 }]]);
    await door.send(UID, passage);
    expect(await listJoined()).toEqual([[0, 0, 1]]);

    const retention = { heartbeatDays: 9999, passageDays: 9999, reportDays: 9999, rejectedDays: 9999 };
    const now = () => NOW + 7 * 24 * 60 * MINUTE + SECOND;
    await tidyRecords({ database: door.database, partitions: new Partitions(door.database.pool), retention, now });
    expect(await countWaiting()).toBe(0);
    expect(await readLost()).toEqual([{ count: 1 }, { count: 2999 }]);
  });
});
