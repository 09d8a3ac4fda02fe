import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemOrigin } from '../../platform/http/call.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from '../devices/testing/device-world.ts';
import { storeWaveform } from '../records/waveforms.store.ts';
import { AUTO_DOWNLOAD_JOB, requestMissingWaveforms, type PassageOfDevice } from './auto-download.jobs.ts';
import { enqueueCommands } from './queue.store.ts';

const T = Date.UTC(2026, 2, 18, 12, 0, 0, 456);
const WINDOW = { FileNamesStartDate: '2026-03-18 11:59:45', FileNamesEndDate: '2026-03-18 12:00:16' };

let server: TestServer;
let world: DeviceWorld;
let lastUid = 330_000;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await server.app.database.pool.query<Row>(text, values)).rows;
}

async function addDevice(
  options: { firmware?: number | null; isIridium?: boolean; isOn?: boolean } = {},
): Promise<HeldDevice> {
  const { firmware = 10.71, isIridium = false, isOn = true } = options;
  const device = await world.addDevice(++lastUid);
  await world.setState(device.uid, { firmware_version: firmware, is_iridium: isIridium });
  if (isOn) await setFlag(device, true);
  return device;
}

async function setFlag({ uid }: HeldDevice, isOn: boolean): Promise<void> {
  expect((await world.call('admin', 'POST', `/apexagm/${uid}/autodownload`, isOn)).status).toBe(200);
}

const listJobs = ({ uid }: HeldDevice) =>
  query<{ key: string; wait_s: number }>(
    `select key, extract(epoch from run_at - created_at)::float8 as wait_s from graphile_worker.jobs where task_identifier = $1 and key like $2`,
    [AUTO_DOWNLOAD_JOB, `%/${uid}/%`],
  );

const listCommands = ({ uid }: HeldDevice) =>
  query('select type, parameters, source, user_name, state from commands where uid = $1 order by id', [uid]);

/** Does the work of the job when it is due. */
async function look(device: HeldDevice, changes: Partial<PassageOfDevice> = {}): Promise<void> {
  const passage = { ...device, passageAt: T, endOfSnipAt: T + 15_000, isOffline: false, ...changes };
  await server.app.database.change(systemOrigin('auto-download'), (change) =>
    requestMissingWaveforms(change, passage, Date.now()),
  );
}

const pass = (device: HeldDevice, changes: Partial<Passage> = {}) => world.hearPassage(device, { t: T, ...changes });

test('[D-063] auto-download requests the waveforms of a passage that has none after two minutes', async () => {
  const device = await addDevice();
  await pass(device);
  const [job] = await listJobs(device);
  expect(job?.wait_s).toBeGreaterThan(115);
  expect(job?.wait_s).toBeLessThan(125);
  expect(await listCommands(device)).toEqual([]);
  await query('update graphile_worker._private_jobs set run_at = now() where key = $1', [job?.key]);
  const parameters = { FileType: 1, ...WINDOW };
  await expect
    .poll(() => listCommands(device), { timeout: 15_000 })
    .toEqual([
      { type: 'DownloadRange', parameters, source: 'auto-download', user_name: 'auto-download', state: 'queued' },
    ]);
  const audited = await query(
    "select user_name, object_id from audit where action = 'command-queued' and object_id = $1",
    [String(device.uid)],
  );
  expect(audited).toEqual([{ user_name: 'auto-download', object_id: String(device.uid) }]);
});

test('several records of a passage and a repeated passage share one job', async () => {
  const device = await addDevice();
  await pass(device, { mask: 1 });
  await pass(device, { mask: 7 });
  await pass(device, { mask: 7 });
  expect(await listJobs(device)).toHaveLength(1);
});

test('a device with the flag off gets no new job, and a pending job requests nothing', async () => {
  const off = await addDevice({ isOn: false });
  await pass(off);
  expect(await listJobs(off)).toEqual([]);
  const turned = await addDevice();
  await pass(turned);
  await setFlag(turned, false);
  await look(turned);
  expect(await listCommands(turned)).toEqual([]);
});

test('auto-download does not request waveforms that have arrived', async () => {
  const device = await addDevice();
  await pass(device, { psgSeq: 9 });
  const waveform = { channel: 'mag' as const, sensitivity: 4, rateMilliHz: 16_667, samples: new Int16Array(500) };
  const incoming = {
    ...device,
    link: 'cellular' as const,
    receivedAt: T,
    body: { psgSeq: 9, waveform, isSnippet: false, endOfSnipAt: T + 15_000 },
  };
  await server.app.database.change(systemOrigin('test'), (change) => storeWaveform(change, incoming));
  await look(device);
  expect(await listCommands(device)).toEqual([]);
});

test.each([
  ['an offline file over cellular', {}, { isOffline: true }, 'DownloadRange', { FileType: 0, ...WINDOW }],
  ['over satellite', { isIridium: true }, {}, 'IridiumOfflineDownload', WINDOW],
  ['a device that has not told its firmware', { firmware: null }, {}, 'DownloadRange', { FileType: 1, ...WINDOW }],
] as const)('%s: auto-download queues the right command', async (_, options, changes, type, parameters) => {
  const device = await addDevice(options);
  await look(device, changes);
  expect(await listCommands(device)).toMatchObject([{ type, parameters }]);
});

test('auto-download requests at most ten minutes of an endless record', async () => {
  const device = await addDevice({ isIridium: true });
  await look(device, { endOfSnipAt: T + 3_600_000 });
  expect(await listCommands(device)).toMatchObject([
    { parameters: { FileNamesStartDate: '2026-03-18 11:55:01', FileNamesEndDate: '2026-03-18 12:05:00' } },
  ]);
});

test('[C-021] auto-download sends nothing to firmware that does not know the command', async () => {
  const device = await addDevice({ firmware: 2.4 });
  await look(device);
  expect(await listCommands(device)).toEqual([]);
});

test.each(['queued', 'sent', 'accepted', 'rejected', 'deleted'])(
  'auto-download does not repeat a request that is %s',
  async (state) => {
    const device = await addDevice();
    await look(device);
    await query('update commands set state = $2 where uid = $1', [device.uid, state]);
    await look(device);
    await world.setState(device.uid, { is_iridium: true });
    await look(device);
    expect(await listCommands(device)).toHaveLength(1);
  },
);

test.each([
  ['a pending command for the same files', 1, 'queued', 1],
  ['a pending command for other files', 0, 'queued', 2],
  ['an accepted command for the same files', 1, 'accepted', 2],
] as const)('%s decides whether auto-download requests the passage', async (_, fileType, state, count) => {
  const device = await addDevice();
  const parameters = {
    FileType: fileType,
    FileNamesStartDate: '2026-03-18 11:00:00',
    FileNamesEndDate: '2026-03-18 13:00:00',
  };
  const draft = { ...device, type: 'DownloadRange' as const, parameters, timeStampSent: T, expiresAt: null };
  await server.app.database.change(systemOrigin('test'), (change) =>
    enqueueCommands(change, [draft], { source: 'person' }),
  );
  await query('update commands set state = $2 where uid = $1', [device.uid, state]);
  await look(device);
  expect(await listCommands(device)).toHaveLength(count);
});

test('two passages get one command each, also when their jobs run twice at the same time', async () => {
  const device = await addDevice();
  const later = { passageAt: T + 60_000, endOfSnipAt: T + 75_000 };
  await Promise.all([look(device), look(device, later), look(device), look(device, later)]);
  const starts = (await listCommands(device)).map(
    (command) => (command as { parameters: { FileNamesStartDate: string } }).parameters.FileNamesStartDate,
  );
  expect(starts.toSorted()).toEqual([WINDOW.FileNamesStartDate, formatUtcSecond(T + 45_000)]);
});

test('auto-download ignores a passage that the device recorded for another company', async () => {
  const device = await addDevice();
  await look(device, { groupId: world.foreignGroupId });
  await look({ ...device, uid: 339_999 });
  expect(await listCommands(device)).toEqual([]);
});
