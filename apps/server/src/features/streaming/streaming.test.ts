import { MU_LAW_LENGTH } from '@waymark/device-protocol/stream/stream-frame';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectStream } from '../../testing/hub-client.ts';
import { findFreePort } from '../../testing/server-process.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { MOST_LISTENINGS } from './listening.service.ts';
import {
  connectStreaming,
  openConsole,
  readFigure,
  startDevice,
  type Console,
  type StreamingDevice,
} from './testing/stream-world.ts';

const WITHIN = { timeout: 15_000, interval: 10 };
const NOT_FOUND = { error: 'device-not-found' };
const OK = { ok: true };

let server: TestServer;
let world: DeviceWorld;
let mqttPort: number;
let lastUid = 410_000;
const consoles: Console[] = [];
const devices: StreamingDevice[] = [];

beforeAll(async () => {
  mqttPort = await findFreePort();
  server = await startTestServer({ settings: { WAYMARK_MQTT_PORT: String(mqttPort) } });
  world = await makeDeviceWorld(server);
});
afterEach(async () => {
  for (const { socket } of consoles.splice(0)) socket.disconnect();
  for (const { client } of devices.splice(0)) client.end(true);
  await untilFigure('stream_listeners', 'connections', 0);
});
afterAll(() => server.close());

const figure = (metric: string, kind: string) => readFigure(server, metric, kind);
const untilFigure = (metric: string, kind: string, value: number) =>
  vi.waitFor(async () => expect(await figure(metric, kind)).toBe(value), WITHIN);

async function open(caller: keyof DeviceWorld['callers']): Promise<Console> {
  const opened = await openConsole(server, world.callers[caller].token);
  consoles.push(opened);
  return opened;
}

async function addDevice(groupId = world.groupId): Promise<StreamingDevice> {
  const device = await startDevice(server, mqttPort, ++lastUid, groupId);
  devices.push(device);
  return device;
}

/** Makes sure that the device's later frames arrive after its earlier ones. */
async function untilReceived(count: number, before: number): Promise<void> {
  await untilFigure('stream_frames', 'received', before + count);
}

async function send(device: StreamingDevice, ...seqs: readonly number[]): Promise<void> {
  const before = await figure('stream_frames', 'received');
  for (const seq of seqs) await device.stream(seq);
  await untilReceived(seqs.length, before);
}

describe('who may listen', () => {
  test("[S-095] the session's cookie opens the connection, a token does not; without it the connection is refused", async () => {
    const { token } = world.callers.admin;
    await expect(connectStream(server, undefined)).rejects.toThrow('unauthenticated');
    await expect(connectStream(server, `waymark_stream=${token}`)).rejects.toThrow('unauthenticated');
    expect((await open('admin')).socket.connected).toBe(true);
  });

  test('[S-090] an admin may listen to the devices of their company, a superadmin to all, other companies to none', async () => {
    const own = await addDevice();
    const foreign = await addDevice(world.foreignGroupId);
    const [admin, superadmin, stranger] = [await open('admin'), await open('superadmin'), await open('foreignAdmin')];
    expect([await admin.listen(own.uid), await admin.listen(foreign.uid)]).toEqual([OK, NOT_FOUND]);
    expect([await superadmin.listen(own.uid), await superadmin.listen(foreign.uid)]).toEqual([OK, OK]);
    expect([await stranger.listen(own.uid), await stranger.listen(foreign.uid)]).toEqual([NOT_FOUND, OK]);
    expect(await admin.listen(999_999)).toEqual(NOT_FOUND);
    await send(own, 1);
    await send(foreign, 1);
    for (const each of [admin, superadmin, stranger]) await each.settle();
    expect([admin, superadmin, stranger].map(({ frames }) => frames.map(({ uid }) => uid))).toEqual([
      [own.uid],
      [own.uid, foreign.uid],
      [foreign.uid],
    ]);
  });

  test('[S-055] a viewer may listen to the devices that they follow', async () => {
    const [followed, other] = [await addDevice(), await addDevice()];
    await world.follow(followed.uid);
    const viewer = await open('viewer');
    expect([await viewer.listen(followed.uid), await viewer.listen(other.uid)]).toEqual([OK, NOT_FOUND]);
    await send(followed, 5);
    await send(other, 5);
    await viewer.settle();
    expect(viewer.frames.map(({ uid }) => uid)).toEqual([followed.uid]);
  });

  test.each([[undefined], ['410001'], [-1], [1.5], [{ uid: 1 }], [null]])('%o is no uid', async (uid) => {
    const admin = await open('admin');
    expect(await admin.listen(uid)).toEqual({ error: 'validation-failed' });
    expect(await admin.shutUp(uid)).toEqual({ error: 'validation-failed' });
  });

  test('a connection can listen to a limited number of devices', async () => {
    const admin = await open('admin');
    const uids = Array.from({ length: MOST_LISTENINGS + 1 }, () => ++lastUid);
    for (const uid of uids) await world.addDevice(uid);
    const answers = [];
    for (const uid of [...uids, uids[0]]) answers.push(await admin.listen(uid));
    expect(answers).toEqual([...uids.slice(1).map(() => OK), { error: 'too-many-requests' }, OK]);
    expect(await admin.shutUp(uids[0])).toEqual(OK);
    expect(await admin.listen(uids.at(-1))).toEqual(OK);
  });
});

describe('what is heard', () => {
  test('[S-092] [V-031] a frame is one JSON text: 960 of geodata, 16 rows of 53, its number and the lost frames', async () => {
    const device = await addDevice();
    const admin = await open('admin');
    await admin.listen(device.uid);
    await send(device, 65_535, 0, 3);
    await admin.settle();
    expect(admin.seqs()).toEqual([65_535, 65_536, 65_539]);
    const event = admin.frames[2];
    expect([event?.uid, event?.fs, event?.fg, event?.geodata.length]).toEqual([device.uid, 16.66667, 1000, 960]);
    expect(event?.emdata.map((row) => row.length)).toEqual(Array.from({ length: 16 }, () => 53));
    expect(event?.cnt).toEqual([65_539 * 16, 65_539 * 960, 1, 2, 3, 2]);
    expect([event?.geodata[480], event?.geodata[481], event?.emdata[0]?.[36]]).toEqual([0, 0.00003, -71]);
  });

  test('[S-091] [S-057] a connection receives its devices until it unsubscribes; the others continue', async () => {
    const [one, two] = [await addDevice(), await addDevice()];
    const [first, second] = [await open('admin'), await open('admin')];
    for (const each of [first, second]) expect(await each.listen(one.uid)).toEqual(OK);
    expect(await first.listen(one.uid)).toEqual(OK);
    await send(one, 1);
    await send(two, 1);
    expect(await first.shutUp(one.uid)).toEqual(OK);
    expect(await first.shutUp(one.uid)).toEqual(OK);
    await send(one, 2);
    await second.shutUp(one.uid);
    await send(one, 3);
    for (const each of [first, second]) await each.settle();
    expect([first.seqs(), second.seqs()]).toEqual([[1], [1, 2]]);
  });

  test('a call without an acknowledgement has the same effect', async () => {
    const device = await addDevice();
    const admin = await open('admin');
    admin.socket.emit('ListenToAgm', device.uid);
    await admin.settle();
    await send(device, 1);
    admin.socket.emit('ShutupToAgm', device.uid);
    await admin.settle();
    await send(device, 2);
    await admin.settle();
    expect(admin.seqs()).toEqual([1]);
  });

  test('a connection that has ended no longer listens', async () => {
    const device = await addDevice();
    const admin = await open('admin');
    await admin.listen(device.uid);
    expect([await figure('stream_listeners', 'connections'), await figure('stream_listeners', 'devices')]).toEqual([
      1, 1,
    ]);
    admin.socket.io.engine.close();
    await untilFigure('stream_listeners', 'devices', 0);
    await vi.waitFor(async () => {
      const { rows } = await server.app.database.pool.query('select uid from stream_listeners where uid = $1', [
        device.uid,
      ]);
      expect(rows).toEqual([]);
    }, WITHIN);
  });

  test('frames without listeners are dropped unread, malformed ones are counted only with a listener', async () => {
    const device = await addDevice();
    const before = {
      dropped: await figure('stream_frames', 'dropped'),
      malformed: await figure('stream_frames', 'malformed'),
    };
    const received = await figure('stream_frames', 'received');
    const since = async () => [
      (await figure('stream_frames', 'dropped')) - before.dropped,
      (await figure('stream_frames', 'malformed')) - before.malformed,
    ];
    await device.publish(new Uint8Array(7));
    await device.stream(1);
    await untilReceived(2, received);
    expect(await since()).toEqual([2, 0]);
    const admin = await open('admin');
    await admin.listen(device.uid);
    for (const payload of [new Uint8Array(0), new Uint8Array(7), new Uint8Array(MU_LAW_LENGTH)])
      await device.publish(payload);
    await device.stream(2);
    await untilReceived(6, received);
    await admin.settle();
    expect(await since()).toEqual([2, 3]);
    expect(admin.seqs()).toEqual([2]);
    const { rows } = await server.app.database.pool.query('select from rejected_messages where uid = $1', [device.uid]);
    expect(rows).toEqual([]);
  });
});

describe('a right that ends ends the stream', () => {
  async function listening(
    caller: keyof DeviceWorld['callers'],
  ): Promise<{ device: StreamingDevice; console: Console }> {
    const device = await addDevice();
    if (caller === 'viewer') await world.follow(device.uid);
    const opened = await open(caller);
    expect(await opened.listen(device.uid)).toEqual(OK);
    return { device, console: opened };
  }

  test('a device that is removed', async () => {
    const { device, console: admin } = await listening('admin');
    expect((await world.call('superadmin', 'DELETE', `/admin/apexagm/${device.uid}`)).status).toBe(200);
    await untilFigure('stream_listeners', 'devices', 0);
    expect(admin.socket.connected).toBe(true);
  });

  test('a device that is moved to another company: its admin hears no more, the superadmin does', async () => {
    const { device, console: admin } = await listening('admin');
    const superadmin = await open('superadmin');
    await superadmin.listen(device.uid);
    const answer = await world.call('superadmin', 'POST', `/admin/apexagm/${device.uid}`, {
      group: world.foreignGroupId,
    });
    const { credential } = (await answer.json()) as { credential: { password: string } };
    await untilFigure('stream_listeners', 'connections', 1);
    const again = await connectStreaming(mqttPort, device.uid, { password: credential.password });
    devices.push(again);
    await send(again, 1);
    for (const each of [admin, superadmin]) await each.settle();
    expect([admin.seqs(), superadmin.seqs()]).toEqual([[], [1]]);
    expect(await admin.listen(device.uid)).toEqual(NOT_FOUND);
  });

  test('a viewer who no longer follows', async () => {
    const { device, console: viewer } = await listening('viewer');
    await server.app.database.pool.query('delete from pig_run_devices where uid = $1', [device.uid]);
    await untilFigure('stream_listeners', 'devices', 0);
    expect(await viewer.listen(device.uid)).toEqual(NOT_FOUND);
  });

  test('a session that ends', async () => {
    const device = await addDevice();
    const { token, cookie } = await server.signIn('admin@demo.waymark');
    const admin = await openConsole(server, token);
    await admin.listen(device.uid);
    const gone = new Promise((resolve) => admin.socket.once('disconnect', resolve));
    await server.call('POST', '/api/oauth/logout', { headers: { cookie } });
    await gone;
    await untilFigure('stream_listeners', 'devices', 0);
    expect(admin.socket.connected).toBe(false);
  });
});
