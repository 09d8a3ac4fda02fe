import type { DownloadRow } from '@waymark/contract/downloads/download-row';
import { encodeIridiumUplink, type IridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemOrigin } from '../../platform/http/call.ts';
import { lookAfterDownloads } from './downloads.jobs.ts';
import { PASSED_AT, startDownloadWorld, type DownloadWorld } from './testing/download-world.ts';

const SECRET = 'q3hX0mC2vG6kq0sKcE1dUQ';
const MINUTE_MS = 60_000;
let world: DownloadWorld;
let lastUid = 370_000;
let momsn = 0;
beforeAll(async () => {
  world = await startDownloadWorld({ WAYMARK_ROCKBLOCK_SECRET: SECRET });
});
afterAll(() => world.close());

const imeiOf = (uid: number) => `300234${String(uid).padStart(9, '0')}`;

async function hear(uid: number, message: IridiumUplink): Promise<void> {
  momsn += 1;
  const data = Buffer.from(encodeIridiumUplink(message)).toString('hex');
  const body = {
    imei: imeiOf(uid),
    momsn: String(momsn),
    transmit_time: '26-03-18 10:00:00',
    iridium_session_status: '0',
    data,
  };
  const response = await world.server.call('POST', `/api/webhooks/rockblock/${SECRET}`, { body });
  expect(response.status).toBe(200);
}

const passage = (t: number): IridiumUplink => ({
  kind: 'passage',
  seq: momsn,
  t,
  detectionCount: 148,
  mask: 7,
  freq: 22,
  battery: 8620,
  lat: 36.13,
  lon: -96.03,
  altitude: 214.3,
  snrDb: [21.5, 12, 18],
  widthS: [2.1, 4.8, 1.2],
  weldSpeedMps: null,
  isOffline: true,
  audioBands: [0, 0, 0, 0, 0, 0],
  blocks: [],
});

/** A session of a satellite device with one passage, whose command is in flight. */
async function begin() {
  const uid = await world.addAgm(++lastUid, { isIridium: true });
  await world.query('update devices set imei = $2 where uid = $1', [uid, imeiOf(uid)]);
  await hear(uid, passage(PASSED_AT));
  const sessionId = await world.start([uid]);
  const { cId } = await world.row(sessionId);
  await world.query(`update commands set state = 'sent', link = 2, attempts = 1 where id = $1`, [cId]);
  return { uid, sessionId, cId };
}

const accept = (uid: number, id: number) =>
  hear(uid, { kind: 'ack', seq: momsn, t: Date.now(), id, status: 0, detail: 0 });
const look = (now: number) =>
  world.server.app.database.change(systemOrigin('test'), (change) => lookAfterDownloads(change, now));

test('passages of the range count as packets, each once, and ten quiet minutes after the acceptance it is complete', async () => {
  const { uid, sessionId, cId } = await begin();
  expect(await world.row(sessionId)).toMatchObject({ downloadState: 'QC', packetsReceived: 0 });
  await accept(uid, cId);
  for (const at of [PASSED_AT, PASSED_AT + MINUTE_MS, PASSED_AT, PASSED_AT + 20 * MINUTE_MS])
    await hear(uid, passage(at));
  const latestPassageTimeStamp = '2026-03-18 01:42:56.120';
  expect(await world.row(sessionId)).toMatchObject({
    downloadState: 'D',
    packetsReceived: 2,
    packetsTotal: null,
    latestPassageTimeStamp,
  });
  await look(Date.now() + 9 * MINUTE_MS);
  expect(await world.row(sessionId)).toMatchObject({ downloadState: 'D' });
  await look(Date.now() + 11 * MINUTE_MS);
  expect(await world.row(sessionId)).toMatchObject({
    downloadState: 'DC',
    packetsReceived: 2,
    packetsTotal: 2,
    note: null,
  } satisfies Partial<DownloadRow>);
  expect((await world.detail(sessionId)).endedDate).not.toBeNull();
});

test('a satellite download without packets completes empty', async () => {
  const { uid, sessionId, cId } = await begin();
  await accept(uid, cId);
  await look(Date.now() + 11 * MINUTE_MS);
  expect(await world.row(sessionId)).toMatchObject({ downloadState: 'DC', packetsReceived: 0, packetsTotal: 0 });
});

test('a satellite download stays open until its device has accepted', async () => {
  const { uid, sessionId } = await begin();
  await hear(uid, passage(PASSED_AT + MINUTE_MS));
  await look(Date.now() + 60 * MINUTE_MS);
  expect(await world.row(sessionId)).toMatchObject({ downloadState: 'D', packetsReceived: 1 });
});
