import { RAW_BLOCK_BYTES, RAW_EM_PER_S, RAW_GEO_PER_S } from '@waymark/device-protocol/mqtt/raw-recording';
import { MAX_DOWNLOAD_CONTENT } from '@waymark/device-protocol/mqtt/download-packet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPackets, sendPackets, startDownloadWorld, type DownloadWorld } from './testing/download-world.ts';

const START_AT = Date.UTC(2026, 2, 16, 9, 40, 0);
let world: DownloadWorld;
let lastUid = 390_000;
beforeAll(async () => {
  world = await startDownloadWorld();
});
afterAll(() => world.close());

/** Seconds of a recording: the geophone counts up, the field counts down. */
function record(seconds: number): Buffer {
  const bytes = Buffer.alloc(seconds * RAW_BLOCK_BYTES);
  for (let second = 0; second < seconds; second += 1) {
    const at = second * RAW_BLOCK_BYTES;
    for (let place = 0; place < RAW_GEO_PER_S; place += 1)
      bytes.writeInt16LE(second * RAW_GEO_PER_S + place, at + 2 * place);
    for (let place = 0; place < RAW_EM_PER_S; place += 1)
      bytes.writeInt16LE(-second * RAW_EM_PER_S - place, at + 2 * (RAW_GEO_PER_S + place));
  }
  return bytes;
}

function cut(bytes: Buffer): Buffer[] {
  const pieces = Math.ceil(bytes.length / MAX_DOWNLOAD_CONTENT);
  return Array.from({ length: pieces }, (_, at) =>
    bytes.subarray(at * MAX_DOWNLOAD_CONTENT, (at + 1) * MAX_DOWNLOAD_CONTENT),
  );
}

async function request(uid: number): Promise<number> {
  const body = { uid, startDate: '2026-03-16 09:40:00', endDate: '2026-03-16 09:40:05' };
  const response = await world.call('admin', 'POST', '/pigrun/DownloadRecordedRawDataRequest', body);
  expect(response.status).toBe(200);
  return Number(await response.text());
}

const read = (uid: number, sessionId: number, caller: 'admin' | 'foreignAdmin' | 'superadmin' = 'admin') =>
  world.call(caller, 'GET', `/apexagm/rawdata/${uid}/${sessionId}`);

test('[O-065] a requested raw recording arrives in packets and is a file with a row for each millisecond', async () => {
  const uid = await world.addAgm(++lastUid);
  const sessionId = await request(uid);
  expect((await read(uid, sessionId)).status).toBe(409);
  const device = await world.listen(uid);
  const pieces = cut(record(5)).map((content) => new Uint8Array(content));
  const packets = listPackets(sessionId, pieces, 'raw').map((packet) => ({ ...packet, t: START_AT }));
  await sendPackets(device, packets);
  const response = await read(uid, sessionId, 'superadmin');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const lines = (await response.text()).split('\r\n');
  expect(lines).toHaveLength(1 + 5 * RAW_GEO_PER_S + 1);
  expect(lines.slice(0, 7)).toEqual([
    'Timestamp (UTC),GEO,EM',
    '2026-03-16 09:40:00.000,0,0',
    '2026-03-16 09:40:00.001,1,',
    '2026-03-16 09:40:00.002,2,',
    '2026-03-16 09:40:00.003,3,',
    '2026-03-16 09:40:00.004,4,',
    '2026-03-16 09:40:00.005,5,-1',
  ]);
  expect(lines.at(-7)).toBe('2026-03-16 09:40:04.994,4994,');
  expect(lines.slice(-6)).toEqual([
    '2026-03-16 09:40:04.995,4995,-999',
    '2026-03-16 09:40:04.996,4996,',
    '2026-03-16 09:40:04.997,4997,',
    '2026-03-16 09:40:04.998,4998,',
    '2026-03-16 09:40:04.999,4999,',
    '',
  ]);
});

test('the times begin at the start that the device reports, if that is possible', async () => {
  const uid = await world.addAgm(++lastUid);
  const device = await world.listen(uid);
  for (const [saidAt, first] of [
    [START_AT + 2500, '09:40:02.500'],
    [Date.now(), '09:40:00.000'],
  ] as const) {
    const sessionId = await request(uid);
    await sendPackets(
      device,
      listPackets(sessionId, [new Uint8Array(record(1))], 'raw').map((packet) => ({ ...packet, t: saidAt })),
    );
    const lines = (await (await read(uid, sessionId)).text()).split('\r\n');
    expect(lines[1]).toBe(`2026-03-16 ${first},0,0`);
  }
});

test('a raw recording is not found for another device, for passages or for another company', async () => {
  const [uid, other] = [await world.addAgm(++lastUid), await world.addAgm(++lastUid)];
  const sessionId = await request(uid);
  const passages = (await world.row(await world.start([other]))).cId;
  const answers = [
    await read(other, sessionId),
    await read(other, passages),
    await read(uid, sessionId, 'foreignAdmin'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
});
