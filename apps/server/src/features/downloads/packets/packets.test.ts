import { createHash } from 'node:crypto';
import type { DownloadRow } from '@waymark/contract/downloads/download-row';
import type { DownloadPacket } from '@waymark/device-protocol/mqtt/download-packet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandDevice } from '../../commands/testing/command-device.ts';
import { connectRelay, say } from '../../../ingest/testing/mqtt-device.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { lookAfterDownloads } from '../downloads.jobs.ts';
import {
  listPackets,
  PASSED_AT,
  recordPassage,
  recordPassages,
  sendPackets,
  startDownloadWorld,
  type DownloadWorld,
} from '../testing/download-world.ts';

let world: DownloadWorld;
let lastUid = 360_000;
beforeAll(async () => {
  world = await startDownloadWorld();
});
afterAll(() => world.close());

interface Running {
  readonly uid: number;
  readonly sessionId: number;
  readonly commandId: number;
  readonly device: CommandDevice;
}

/** A session of one device that has accepted its command. */
async function begin(): Promise<Running> {
  const uid = await world.addAgm(++lastUid);
  const sessionId = await world.start([uid]);
  const device = await world.listen(uid);
  await expect.poll(() => device.ids).toHaveLength(1);
  const [commandId = 0] = device.ids;
  await device.answer(commandId);
  return { uid, sessionId, commandId, device };
}

async function query<Row extends object>(text: string, ...values: readonly unknown[]): Promise<Row[]> {
  return world.query<Row>(text, values);
}

const listPassages = (uid: number) =>
  query<{ end_of_snip_at: Date; kind: number; samples: boolean }>(
    `select end_of_snip_at, kind, exists(select from waveforms w where w.uid = p.uid and w.end_of_snip_at = p.end_of_snip_at and w.kind = p.kind) as samples
     from passages p where uid = $1 order by 1, 2`,
    uid,
  );
const listRejections = (uid: number) =>
  query<{ reason: string }>('select reason from rejected_messages where uid = $1 order by id', uid);
const look = (now: number) =>
  world.server.app.database.change(systemOrigin('test'), (change) => lookAfterDownloads(change, now));
const MINUTE_MS = 60_000;

const without = (packets: readonly DownloadPacket[], ...missing: readonly number[]) =>
  packets.filter(({ kind, n }) => kind === 'end' || !missing.includes(n));

describe('the packets of a download', () => {
  test('[O-047, C-111] a download goes from queued over downloading to complete, with packets, latest passage and times', async () => {
    const { uid, sessionId, commandId, device } = await begin();
    expect(await world.row(sessionId)).toMatchObject({ downloadState: 'QC', packetsReceived: 0 });
    const packets = listPackets(commandId, recordPassages(3));
    await sendPackets(device, packets.slice(0, 2));
    expect(await world.row(sessionId)).toEqual({
      uId: uid,
      cId: commandId,
      downloadState: 'D',
      packetsReceived: 2,
      packetsTotal: 3,
      latestPassageTimeStamp: '2026-03-18 01:42:56.120',
      downloadCompleteTimeStamp: null,
      note: null,
    } satisfies DownloadRow);
    await sendPackets(device, packets.slice(2));
    expect(await world.row(sessionId)).toMatchObject({
      downloadState: 'DC',
      packetsReceived: 3,
      latestPassageTimeStamp: '2026-03-18 01:43:56.120',
      downloadCompleteTimeStamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      note: null,
    });
    expect((await world.detail(sessionId)).endedDate).not.toBeNull();
  });

  test('packets become passages with waveforms, each once, beside those already stored', async () => {
    const { uid, commandId, device } = await begin();
    await device.say({ name: 'psg', body: { ...readPassage(1), mask: 1 } });
    const packets = listPackets(commandId, recordPassages(2));
    await sendPackets(device, [...packets, ...packets]);
    const [first, second] = [new Date(PASSED_AT + 15_000), new Date(PASSED_AT + 75_000)];
    expect(await listPassages(uid)).toEqual(
      [first, second].flatMap((at) => [0, 1, 2].map((kind) => ({ end_of_snip_at: at, kind, samples: true }))),
    );
    expect(
      await query(`select sum(count)::int as count from record_counts where uid = $1 and kind = 'passage'`, uid),
    ).toEqual([{ count: 2 }]);
  });

  test('repeated packets count once, and packets may arrive in any order, even the end first', async () => {
    const { sessionId, commandId, device } = await begin();
    const packets = listPackets(commandId, recordPassages(4));
    await sendPackets(device, [...packets, ...packets.slice(1, 3)].toReversed());
    expect(await world.row(sessionId)).toMatchObject({ downloadState: 'DC', packetsReceived: 4, packetsTotal: 4 });
    await sendPackets(device, packets);
    expect(await world.row(sessionId)).toMatchObject({ downloadState: 'DC', packetsReceived: 4, packetsTotal: 4 });
  });

  test('a download is one file, in order, with its length and checksum', async () => {
    const { commandId, device, uid } = await begin();
    const contents = recordPassages(3);
    await sendPackets(device, listPackets(commandId, contents).toReversed());
    const whole = Buffer.concat(contents);
    const sha256 = createHash('sha256').update(whole).digest();
    const response = await world.call('admin', 'GET', `/pigrun/downloads/${commandId}/file`);
    expect(response.status).toBe(200);
    expect(response.headers.get('digest')).toBe(`sha-256=${sha256.toString('base64')}`);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${uid}_${commandId}.bin"`);
    expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true);
    expect(await world.fetch('admin', `/pigrun/downloads?uid=${uid}`)).toMatchObject({
      rowsNumber: 1,
      downloadList: [
        { cId: commandId, kind: 'passages', name: 'Dana Reyes', bytes: whole.length, sha256: sha256.toString('hex') },
      ],
    });
  });

  test('an incomplete download has no file', async () => {
    const { commandId, device } = await begin();
    await sendPackets(device, listPackets(commandId, recordPassages(2)).slice(0, 1));
    const response = await world.call('admin', 'GET', `/pigrun/downloads/${commandId}/file`);
    expect(response.status).toBe(409);
    expect((await world.call('foreignAdmin', 'GET', `/pigrun/downloads/${commandId}/file`)).status).toBe(404);
  });

  test('the end marker alone completes an empty download', async () => {
    const { sessionId, commandId, device } = await begin();
    await sendPackets(device, listPackets(commandId, []));
    expect(await world.row(sessionId)).toMatchObject({
      downloadState: 'DC',
      packetsReceived: 0,
      packetsTotal: 0,
      note: null,
    });
  });

  test('an unreadable packet stays in the file and is reported; the rest goes on', async () => {
    const { uid, sessionId, commandId, device } = await begin();
    const future = recordPassage({ t: Date.now() + 3_600_000 });
    const [good = new Uint8Array()] = recordPassages(1);
    await sendPackets(device, listPackets(commandId, [Uint8Array.of(1, 2, 3), future, good]));
    expect(await world.row(sessionId)).toMatchObject({
      downloadState: 'DC',
      packetsReceived: 3,
      note: '2 recorded passages could not be read.',
    });
    expect(await listPassages(uid)).toHaveLength(3);
    const response = await world.call('admin', 'GET', `/pigrun/downloads/${commandId}/file`);
    expect((await response.arrayBuffer()).byteLength).toBe(3 + future.length + good.length);
  });

  test('a download does not restore a passage that a user has deleted', async () => {
    const { uid, commandId, device } = await begin();
    await query(
      'insert into deleted_passages (uid, end_of_snip_at) values ($1, $2)',
      uid,
      new Date(PASSED_AT + 15_000),
    );
    await sendPackets(device, listPackets(commandId, recordPassages(1)));
    expect(await listPassages(uid)).toEqual([]);
  });

  test('packets arrive over a Bluetooth relay as well', async () => {
    const uid = await world.addAgm(++lastUid);
    const reply = await world.call('superadmin', 'POST', '/gateway', { name: `truck-${uid}`, uids: [uid] });
    const { username, password } = (await reply.json()) as { username: string; password: string };
    const sessionId = await world.start([uid]);
    const { cId } = await world.row(sessionId);
    const relay = await connectRelay(world.port, `truck-${uid}`, { username, password });
    for (const body of listPackets(cId, recordPassages(2))) await say(relay, uid, { name: 'dl', body });
    expect(await world.row(sessionId)).toMatchObject({ downloadState: 'DC', packetsReceived: 2 });
    relay.end(true);
  });
});

function readPassage(psgSeq: number) {
  const t = PASSED_AT + MINUTE_MS * (psgSeq - 1);
  return {
    psgSeq,
    t,
    via: 'cell' as const,
    endOfSnip: t + 15_000,
    detectionCount: 148,
    freq: 22,
    mask: 7,
    lat: 36.13,
    lon: -96.03,
    alt: 214.3,
    samplingRate: 16.66667,
    isOffline: false,
    features: null,
  };
}

describe('rejected packets', () => {
  const one = (session: number, changes: Partial<DownloadPacket> = {}): DownloadPacket => ({
    kind: 'passage',
    n: 1,
    of: 2,
    session,
    t: PASSED_AT,
    content: recordPassage({ t: PASSED_AT }),
    ...changes,
  });

  test.each([
    ['of a number that nobody asked by', () => one(4_000_000_000), 'no-download'],
    ['of something else than was asked for', (id: number) => one(id, { kind: 'raw' }), 'no-download'],
  ])('a packet is rejected: %s', async (_, build, reason) => {
    const { uid, sessionId, commandId, device } = await begin();
    await sendPackets(device, [build(commandId)]);
    await expect.poll(() => listRejections(uid)).toEqual([{ reason }]);
    expect(await world.row(sessionId)).toMatchObject({ downloadState: 'QC', packetsReceived: 0 });
    expect(await listPassages(uid)).toEqual([]);
  });

  test('a packet of another device’s download is rejected', async () => {
    const [asked, other] = [await begin(), await begin()];
    await sendPackets(other.device, [one(asked.commandId)]);
    await expect.poll(() => listRejections(other.uid)).toEqual([{ reason: 'no-download' }]);
    expect(await world.row(asked.sessionId)).toMatchObject({ downloadState: 'QC', packetsReceived: 0 });
  });

  test('a packet with a changed number of packets is rejected', async () => {
    const { uid, sessionId, commandId, device } = await begin();
    await sendPackets(device, [one(commandId)]);
    await sendPackets(device, [one(commandId, { n: 2, of: 3 })]);
    await expect.poll(() => listRejections(uid)).toEqual([{ reason: 'download-size' }]);
    expect(await world.row(sessionId)).toMatchObject({ downloadState: 'D', packetsReceived: 1, packetsTotal: 2 });
  });
});

describe('missing packets', () => {
  const wish = (session: number, ...missing: readonly (readonly [number, number])[]) => ({ session, missing });

  test('missing packets are requested after the end marker, and complete the download', async () => {
    const { sessionId, commandId, device } = await begin();
    const packets = listPackets(commandId, recordPassages(9));
    await sendPackets(device, without(packets, 2, 5, 6, 9));
    await expect.poll(() => device.wishes).toEqual([wish(commandId, [2, 2], [5, 6], [9, 9])]);
    expect(await world.row(sessionId)).toMatchObject({
      downloadState: 'D',
      packetsReceived: 5,
      note: '4 packets missing; the device is asked again.',
    });
    await sendPackets(
      device,
      packets.filter(({ kind, n }) => kind === 'end' || [2, 5, 6, 9].includes(n)),
    );
    expect(await world.row(sessionId)).toMatchObject({ downloadState: 'DC', packetsReceived: 9, note: null });
  });

  test('missing packets are requested twice, then again when the device reconnects', async () => {
    const { sessionId, commandId, device, uid } = await begin();
    const [first, , end] = listPackets(commandId, recordPassages(2));
    if (!first || !end) throw new Error('a download has packets');
    await sendPackets(device, [first]);
    await sendPackets(device, [end]);
    await expect.poll(() => device.wishes).toHaveLength(1);
    await sendPackets(device, [end]);
    await expect.poll(() => device.wishes).toHaveLength(2);
    await sendPackets(device, [end]);
    await look(Date.now() + 2 * MINUTE_MS);
    expect(await world.row(sessionId)).toMatchObject({
      downloadState: 'D',
      note: '1 packet missing, though the device was asked again.',
    });
    expect(device.wishes).toHaveLength(2);
    device.client.end(true);
    const again = await world.listen(uid);
    await expect.poll(() => again.wishes).toEqual([wish(commandId, [2, 2])]);
  });

  test('missing packets are requested after a minute of silence, even before the first packet', async () => {
    const [silent, broken] = [await begin(), await begin()];
    await sendPackets(broken.device, listPackets(broken.commandId, recordPassages(5)).slice(0, 2));
    await look(Date.now() + 2 * MINUTE_MS);
    await expect.poll(() => silent.device.wishes).toEqual([wish(silent.commandId, [1, 65_535])]);
    await expect.poll(() => broken.device.wishes).toEqual([wish(broken.commandId, [3, 5])]);
    expect(await world.row(silent.sessionId)).toMatchObject({
      downloadState: 'QC',
      note: 'Nothing has come; the device is asked again.',
    });
  });

  test('missing packets of a disconnected device are requested when it reconnects', async () => {
    const { uid, commandId, device } = await begin();
    await sendPackets(device, listPackets(commandId, recordPassages(3)).slice(0, 1));
    device.client.end(true);
    await expect
      .poll(() => query('select is_connected from device_states where uid = $1', uid))
      .toEqual([{ is_connected: false }]);
    await look(Date.now() + 2 * MINUTE_MS);
    const again = await world.listen(uid);
    await expect.poll(() => again.wishes).toEqual([wish(commandId, [2, 3])]);
  });

  test('missing packets are requested again when a user resumes, but not after the session has ended', async () => {
    const { sessionId, commandId, device } = await begin();
    const packets = listPackets(commandId, recordPassages(3));
    await sendPackets(device, packets.slice(0, 1));
    const resume = () => world.call('admin', 'POST', `/pigrun/ResumeDownloadRecordedPassageDataRequest/${sessionId}`);
    for (const count of [1, 2, 3]) {
      expect((await resume()).status).toBe(200);
      await expect.poll(() => device.wishes).toHaveLength(count);
    }
    expect(
      (await world.call('admin', 'GET', `/pigrun/EndDownloadRecordedPassageDataSession/${sessionId}`)).status,
    ).toBe(200);
    await sendPackets(device, packets.slice(3));
    await look(Date.now() + 2 * MINUTE_MS);
    expect(await query('select is_wanted, due_at from downloads where command_id = $1', commandId)).toEqual([
      { is_wanted: false, due_at: null },
    ]);
    // Packets that arrive later are still stored.
    await sendPackets(device, packets.slice(1, 3));
    expect(await world.row(sessionId)).toMatchObject({ downloadState: 'DC', packetsReceived: 3 });
    expect(device.wishes).toHaveLength(3);
  });
});
