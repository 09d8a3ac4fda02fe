import type { DownloadRow } from '@waymark/contract/downloads/download-row';
import { RAW_BLOCK_BYTES } from '@waymark/device-protocol/mqtt/raw-recording';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectAgm } from '../../../testing/hub-client.ts';
import {
  listPackets,
  recordPassages,
  sendPackets,
  startDownloadWorld,
  type DownloadWorld,
} from '../testing/download-world.ts';

const PASSAGES = 'ReceiveDownloadRecordedPassageData';
const RAW = 'ReceiveDownloadRecordedRawData';

let world: DownloadWorld;
let socket: Socket;
/** The events that the console has received. */
let heard: { readonly name: string; readonly row: DownloadRow }[];
let lastUid = 380_000;
beforeAll(async () => {
  world = await startDownloadWorld();
  socket = await connectAgm(world.server, world.callers.admin.token);
  socket.onAny((name: string, row: DownloadRow) => heard.push({ name, row }));
});
beforeEach(() => {
  heard = [];
});
afterAll(async () => {
  socket.disconnect();
  await world.close();
});

const rowsOf = (name: string, uid: number) =>
  heard.filter((event) => event.name === name && event.row.uId === uid).map(({ row }) => row);
/** Resolves when all earlier events have arrived. */
const settle = async () => void (await socket.emitWithAck('Fence'));
const last = (name: string, uid: number) => rowsOf(name, uid).at(-1);
const allowTellingAfter = (uid: number, interval: string) =>
  world.query(`update downloads set told_at = now() + $2::interval where uid = $1`, [uid, interval]);

async function begin(count: number) {
  const uid = await world.addAgm(++lastUid);
  const sessionId = await world.start([uid]);
  const device = await world.listen(uid);
  await expect.poll(() => device.ids).toHaveLength(1);
  const [commandId = 0] = device.ids;
  await device.answer(commandId);
  return { uid, sessionId, device, packets: listPackets(commandId, recordPassages(count)) };
}

describe('consoles of the company', () => {
  test('[O-048, O-049, V-028] consoles get each state of a download, and the last equals a fresh call', async () => {
    const { uid, sessionId, device, packets } = await begin(3);
    await expect
      .poll(() => rowsOf(PASSAGES, uid)[0])
      .toMatchObject({ downloadState: 'QC', packetsReceived: 0, note: null });
    await sendPackets(device, packets.slice(0, 2));
    await expect.poll(() => last(PASSAGES, uid)).toMatchObject({ downloadState: 'D', packetsReceived: 2 });
    expect(last(PASSAGES, uid)).toEqual(await world.row(sessionId));
    await sendPackets(device, packets.slice(2));
    await expect.poll(() => last(PASSAGES, uid)).toMatchObject({ downloadState: 'DC', packetsReceived: 3 });
    expect(last(PASSAGES, uid)).toEqual(await world.row(sessionId));
  });

  test('[V-029] raw recordings have an event of their own', async () => {
    const uid = await world.addAgm(++lastUid);
    const sent = { uid, startDate: '2026-03-16 09:40:00', endDate: '2026-03-16 09:40:02' };
    const commandId = Number(
      await (await world.call('admin', 'POST', '/pigrun/DownloadRecordedRawDataRequest', sent)).text(),
    );
    await expect.poll(() => last(RAW, uid)).toMatchObject({ cId: commandId, downloadState: 'QC' });
    const device = await world.listen(uid);
    await sendPackets(
      device,
      listPackets(commandId, [new Uint8Array(RAW_BLOCK_BYTES), new Uint8Array(RAW_BLOCK_BYTES)], 'raw'),
    );
    await expect
      .poll(() => last(RAW, uid))
      .toMatchObject({ downloadState: 'DC', packetsReceived: 2, latestPassageTimeStamp: null });
    expect(rowsOf(PASSAGES, uid)).toEqual([]);
  });

  test('events of a download are throttled, then sent once with the current state', async () => {
    const { uid, sessionId, device, packets } = await begin(12);
    await allowTellingAfter(uid, '1 hour');
    await settle();
    const before = rowsOf(PASSAGES, uid).length;
    for (const packet of packets) await sendPackets(device, [packet]);
    await settle();
    expect(rowsOf(PASSAGES, uid)).toHaveLength(before);
    await allowTellingAfter(uid, '-1 second');
    await expect.poll(() => last(PASSAGES, uid)?.downloadState).toBe('DC');
    expect(last(PASSAGES, uid)).toEqual(await world.row(sessionId));
    await settle();
    expect(rowsOf(PASSAGES, uid)).toHaveLength(before + 1);
  });

  test('consoles get the reason of a failed command', async () => {
    const uid = await world.addAgm(++lastUid);
    const sessionId = await world.start([uid]);
    const { cId } = await world.row(sessionId);
    expect((await world.call('admin', 'DELETE', `/commands/${cId}`)).status).toBe(200);
    await expect
      .poll(() => last(PASSAGES, uid))
      .toMatchObject({ downloadState: 'QC', note: 'The command was deleted.' });
  });
});
