import { encodeWaveform } from '@waymark/device-protocol/mqtt/waveform';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DurableUplink, Rejection } from './device-message.ts';
import { heartbeatAt, NOW, openTestDoor, passageAt, type TestDoor } from './testing/test-door.ts';

const UID = 100_234;
const OTHER = 100_235;
const MINUTE = 60_000;

let door: TestDoor;
beforeAll(async () => {
  door = await openTestDoor([UID, OTHER]);
});
afterAll(() => door.close());
beforeEach(async () => {
  door.events.length = 0;
  door.setNow(NOW);
  await door.query(
    'truncate heartbeats, passages, waveforms, early_waveforms, control_responses, record_counts, rejected_messages, rejected_counts',
  );
  await door.query(
    'update device_states set heartbeat_at = null, lat = null, lon = null, is_connected = false, status_at = null, is_bluetooth = null, is_iridium = false, passage_at = null, passage_id = null, detection_count = null, settings_at = null, power_mode = null, frequencies = null, expected_wakeup_at = null, shutdown_at = null',
  );
});

const state = async (uid = UID) =>
  (await door.query<Record<string, unknown>>('select * from device_states where uid = $1', [uid]))[0] ?? {};
const countOf = async (table: string) =>
  Number((await door.query<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n);
const counted = async (kind: string) =>
  Number(
    (
      await door.query<{ n: string }>('select coalesce(sum(count), 0) as n from record_counts where kind = $1', [kind])
    )[0]?.n,
  );
const eventsOf = (name: string) => door.events.filter((event) => event.name === name);
const waveform = (channel: 'elf' | 'geo' | 'mag', psgSeq = 7): DurableUplink => ({
  name: 'waveform',
  psgSeq,
  body: { channel, sensitivity: 3, rateMilliHz: 16_667, samples: Int16Array.from({ length: 500 }, (_, n) => n - 250) },
});

describe('storing heartbeats', () => {
  test('a repeated heartbeat is stored and counted once, and becomes the last values', async () => {
    await door.send(UID, heartbeatAt(NOW - MINUTE));
    await door.send(UID, heartbeatAt(NOW - MINUTE));
    expect(await countOf('heartbeats')).toBe(1);
    expect(await counted('heartbeat')).toBe(1);
    expect(await state()).toMatchObject({
      lat: 36.13,
      lon: -96.03,
      battery_mv: 8620,
      signal_dbm: -85,
      heartbeat_at: new Date(NOW - MINUTE),
      is_connected: true,
    });
    expect(eventsOf('ReceiveHeartbeat')).toHaveLength(1);
  });

  test('[D-013] [W-136] a heartbeat updates the number of files on the disk, over cellular and over satellite', async () => {
    const files = (offline: number, online: number) => ({ numberOfflineFiles: offline, numberOnlineFiles: online });
    await door.send(UID, heartbeatAt(NOW - 2 * MINUTE, files(777, 600)));
    expect(await state()).toMatchObject({ offline_files: 777, online_files: 600, disk_size_mb: null });
    expect(eventsOf('ReceiveHeartbeat')[0]).toMatchObject({ data: files(777, 600) });
    await door.send(UID, heartbeatAt(NOW - 3 * MINUTE, files(1, 2)));
    expect(await state()).toMatchObject({ offline_files: 777, online_files: 600 });
    await door.send(UID, heartbeatAt(NOW - MINUTE, files(12, 13)), { link: 'iridium' });
    expect(await state()).toMatchObject({ offline_files: 12, online_files: 13 });
  });

  test('[W-155] a satellite heartbeat sets the used share of the disk until megabytes are reported again', async () => {
    const disk = { diskUseMBytes: 9214, diskSizeMBytes: 15_204, numberOfflineFiles: 2, numberOnlineFiles: 3 };
    const report = (t: number, diskShare: number) =>
      door.receiver.receive([{ uid: UID, link: 'iridium', receivedAt: NOW, ...heartbeatAt(t), diskShare }]);
    await door.send(UID, { name: 'disk', body: disk });
    await report(NOW - 2 * MINUTE, 0.085);
    expect(await state()).toMatchObject({ disk_share: 0.085, disk_use_mb: null, disk_size_mb: 15_204 });
    expect(eventsOf('ReceiveHeartbeat')).toMatchObject([{ data: { diskShare: 0.085 } }]);
    await report(NOW - 3 * MINUTE, 0.5);
    expect(await state()).toMatchObject({ disk_share: 0.085 });
    await door.send(UID, { name: 'disk', body: disk });
    expect(await state()).toMatchObject({ disk_share: null, disk_use_mb: 9214 });
    await door.send(UID, heartbeatAt(NOW - MINUTE));
    expect(await state()).toMatchObject({ disk_share: null, disk_use_mb: 9214 });
  });

  test('an older heartbeat is stored, but changes no last value and sends no event', async () => {
    await door.send(UID, heartbeatAt(NOW - MINUTE));
    door.events.length = 0;
    await door.send(UID, heartbeatAt(NOW - 2 * MINUTE, { battery: 7000, lat: 1, lon: 1 }));
    expect(await countOf('heartbeats')).toBe(2);
    expect(await state()).toMatchObject({ battery_mv: 8620, lat: 36.13, heartbeat_at: new Date(NOW - MINUTE) });
    expect(door.events).toEqual([]);
  });

  test('a heartbeat at 0/0 updates everything except the position', async () => {
    await door.send(UID, heartbeatAt(NOW - 2 * MINUTE));
    await door.send(UID, heartbeatAt(NOW - MINUTE, { lat: 0, lon: 0, battery: 8000 }));
    expect(await state()).toMatchObject({
      lat: 36.13,
      lon: -96.03,
      battery_mv: 8000,
      heartbeat_at: new Date(NOW - MINUTE),
    });
  });

  test('[W-169] a heartbeat from the future, or from a clock that was never set, is stored as rejected with reason and both times', async () => {
    await door.send(UID, heartbeatAt(NOW + 11 * MINUTE));
    await door.send(UID, heartbeatAt(Date.UTC(1970, 0, 2)));
    expect(await countOf('heartbeats')).toBe(0);
    expect(await state()).toMatchObject({ heartbeat_at: null });
    const rows = await door.query('select reason, uid, detail from rejected_messages order by id');
    expect(rows).toEqual([
      {
        reason: 'future',
        uid: UID,
        detail: 'its time is 2026-03-18 12:11:00.000, it arrived at 2026-03-18 12:00:00.000',
      },
      { reason: 'clock-not-set', uid: UID, detail: expect.stringContaining('its time is 1970-01-02 00:00:00.000') },
    ]);
    expect(await door.query('select reason, count from rejected_counts order by reason')).toEqual([
      { reason: 'clock-not-set', count: 1 },
      { reason: 'future', count: 1 },
    ]);
  });

  test('a heartbeat of an unknown device is refused, and the others of its batch are stored', async () => {
    await Promise.all([
      door.send(999, heartbeatAt(NOW)),
      door.send(UID, heartbeatAt(NOW)),
      door.send(OTHER, heartbeatAt(NOW)),
    ]);
    expect(await countOf('heartbeats')).toBe(2);
    expect(await door.query('select reason, uid from rejected_messages')).toEqual([
      { reason: 'unknown-device', uid: 999 },
    ]);
  });

  test('a burst of many devices and times ends in the newest values and the exact counts', async () => {
    const times = Array.from({ length: 300 }, (_, n) => NOW - ((n * 7919) % 300) * MINUTE);
    await Promise.all(
      times.flatMap((t) => [door.send(UID, heartbeatAt(t)), door.send(OTHER, heartbeatAt(t, { battery: 7500 }))]),
    );
    expect(await countOf('heartbeats')).toBe(600);
    expect(await counted('heartbeat')).toBe(600);
    expect(await state()).toMatchObject({ heartbeat_at: new Date(NOW), battery_mv: 8620 });
    expect(await state(OTHER)).toMatchObject({ heartbeat_at: new Date(NOW), battery_mv: 7500 });
  });
});

describe('presence of devices', () => {
  const online: DurableUplink = { name: 'status', body: { online: 1, via: 'cell', fw: '10.5', t: NOW } };
  const lost = (via: 'cell' | 'bt'): DurableUplink => ({ name: 'status', body: { online: 0, why: 'lwt', via } });

  test('an online status stores the firmware as a comparable number', async () => {
    await door.send(UID, online);
    expect(await state()).toMatchObject({ is_connected: true, firmware_version: 10.05, is_bluetooth: false });
    expect(eventsOf('ReceiveConnectionUpdate')).toMatchObject([
      { data: { isConnected: 1, kind: 'online', firmwareVersion: 10.05 } },
    ]);
  });

  test('a lost connection sets the device offline; the will of a previous link is ignored', async () => {
    await door.send(UID, online);
    await door.send(UID, lost('bt'));
    expect(await state()).toMatchObject({ is_connected: true });
    await door.send(UID, lost('cell'));
    expect(await state()).toMatchObject({ is_connected: false });
    expect(eventsOf('ReceiveConnectionUpdate').at(-1)).toMatchObject({ data: { isConnected: 0, kind: 'offline' } });
  });

  test('sleep and shutdown store their times, and a later will changes nothing', async () => {
    await door.send(UID, online);
    await door.send(UID, {
      name: 'status',
      body: { online: 0, why: 'sleep', via: 'cell', until: NOW + 30 * MINUTE, t: NOW },
    });
    await door.send(UID, lost('cell'));
    expect(await state()).toMatchObject({ is_connected: false, expected_wakeup_at: new Date(NOW + 30 * MINUTE) });
    await door.send(UID, { name: 'status', body: { online: 0, why: 'shutdown', via: 'cell', t: NOW } });
    expect(await state()).toMatchObject({ expected_wakeup_at: null, shutdown_at: new Date(NOW) });
    await door.send(UID, online);
    expect(await state()).toMatchObject({ is_connected: true, expected_wakeup_at: null, shutdown_at: null });
  });

  test('a status that arrived before the last one but is stored after it changes nothing', async () => {
    await door.send(UID, online, { receivedAt: NOW });
    await door.send(UID, lost('cell'), { receivedAt: NOW - 200 });
    expect(await state()).toMatchObject({ is_connected: true });
  });

  test('a satellite heartbeat sets its device online, and the change of link is sent', async () => {
    await door.send(UID, heartbeatAt(NOW - MINUTE), { link: 'iridium' });
    expect(await state()).toMatchObject({ is_connected: true, is_iridium: true });
    expect(eventsOf('ReceiveCommTypeChange')).toMatchObject([{ data: { uid: UID, isIridium: true } }]);
  });

  test('any other first satellite message sets its device online too', async () => {
    await door.send(UID, passageAt(NOW), { link: 'iridium' });
    expect(await state()).toMatchObject({ is_connected: true, is_iridium: true });
    expect(eventsOf('ReceiveCommTypeChange')).toMatchObject([{ data: { uid: UID, isIridium: true } }]);
  });
});

describe('storing passages', () => {
  test('a passage has one record per channel, is counted once, and the last values name its main record', async () => {
    await door.send(UID, passageAt(NOW));
    const records = await door.query<{ id: number; kind: number; frequency: number }>(
      'select id, kind, frequency from passages order by kind',
    );
    expect(records).toMatchObject([
      { kind: 0, frequency: 22 },
      { kind: 1, frequency: 22 },
      { kind: 2, frequency: 22 },
    ]);
    expect(await counted('passage')).toBe(1);
    expect(await state()).toMatchObject({
      passage_at: new Date(NOW),
      passage_id: records[2]?.id,
      detection_count: 148,
    });
    expect(eventsOf('ReceivePassage').map(({ data }) => data)).toMatchObject([
      { packetComplexInformation: 2, passageDetectedFrequency: 22 },
      { packetComplexInformation: 0 },
      { packetComplexInformation: 1 },
    ]);
  });

  test('a repeated passage is stored once', async () => {
    await door.send(UID, passageAt(NOW));
    door.events.length = 0;
    await door.send(UID, passageAt(NOW));
    expect(await countOf('passages')).toBe(3);
    expect(await counted('passage')).toBe(1);
    expect(door.events).toEqual([]);
  });

  test('waveforms join their passage in either order, byte for byte', async () => {
    await door.send(UID, waveform('elf'));
    expect(await countOf('waveforms')).toBe(0);
    await door.send(UID, passageAt(NOW));
    await door.send(UID, waveform('mag'));
    await door.send(UID, waveform('mag'));
    const rows = await door.query<{ kind: number; data: Buffer; end_of_snip_at: Date }>(
      'select kind, data, end_of_snip_at from waveforms order by kind',
    );
    expect(rows.map(({ kind }) => kind)).toEqual([0, 2]);
    expect(rows[0]?.end_of_snip_at).toEqual(new Date(NOW + 15_000));
    const sent = waveform('mag');
    expect(
      sent.name === 'waveform' && Buffer.from(encodeWaveform(sent.body)).equals(rows[1]?.data ?? Buffer.alloc(0)),
    ).toBe(true);
    expect(await countOf('early_waveforms')).toBe(0);
  });

  test('an old offline passage is stored in its own month and does not change the last values', async () => {
    await door.send(UID, passageAt(NOW));
    await door.send(UID, passageAt(NOW - 400 * 24 * 60 * MINUTE, { psgSeq: 3, isOffline: true, detectionCount: 5 }));
    expect(await countOf('passages')).toBe(6);
    expect(await countOf('passages_2025_02')).toBe(3);
    expect(await state()).toMatchObject({ passage_at: new Date(NOW), detection_count: 148 });
  });
});

describe('storing settings', () => {
  const nothing = {
    frequency0Setting: null,
    frequency1Setting: null,
    frequency2Setting: null,
    frequency3Setting: null,
    enable0: null,
    enable1: null,
    enable2: null,
    enable3: null,
    sensitivity0: null,
    sensitivity1: null,
    sensitivity2: null,
    sensitivity3: null,
    recordMode: null,
    powerMode: null,
    connectionSchedule: null,
    geoMode: null,
    foldAntDetectorState: null,
    offlineDownloadState: null,
    psgState: null,
    psgSize: null,
    streamEnable: null,
  } as const;

  test('reported settings become the last ones, and omitted settings stay', async () => {
    await door.send(UID, {
      name: 'settings',
      body: { ...nothing, t: NOW - MINUTE, id: null, powerMode: 2, frequency1Setting: 22 },
    });
    await door.send(UID, { name: 'settings', body: { ...nothing, t: NOW, id: 5120, frequency2Setting: 18 } });
    expect(await state()).toMatchObject({ power_mode: 2, frequencies: [null, 22, 18, null] });
    expect(eventsOf('ReceiveCommandResponse').at(-1)).toMatchObject({
      data: {
        uid: UID,
        command: {
          commandId: 5120,
          commandType: 'ControlSettings',
          timeStampAck: formatUtcSecond(NOW),
          parameters: { frequency2Setting: 18 },
        },
      },
    });
    expect(await counted('control')).toBe(2);
  });
});

describe('messages that cannot be stored', () => {
  test('an unstorable message is rejected alone, and the rest of its batch is stored', async () => {
    const poisoned = heartbeatAt(NOW - MINUTE, { battery: 1e12 });
    await Promise.all([
      door.send(UID, heartbeatAt(NOW - 2 * MINUTE)),
      door.send(UID, poisoned),
      door.send(UID, heartbeatAt(NOW)),
    ]);
    expect(await countOf('heartbeats')).toBe(2);
    expect(await door.query('select reason from rejected_messages')).toEqual([{ reason: 'not-storable' }]);
  });
});

describe('floods of rejected messages', () => {
  test('[W-051] [W-166] a flood of rejected messages becomes one row per device and reason, with a count, and one log line', async () => {
    const lines = vi.spyOn(door.log, 'info');
    const garbage = (uid: number, reason: Rejection['reason']): Rejection => ({
      reason,
      detail: 'a\0b',
      link: 'cellular',
      receivedAt: NOW,
      uid,
      sender: 'broker \uD800',
      topic: 'agm/v1/\0',
      payload: new Uint8Array(3),
    });
    await Promise.all(
      Array.from({ length: 1000 }, () => [garbage(UID, 'field'), garbage(OTHER, 'field'), garbage(UID, 'topic')])
        .flat()
        .map(async (one) => door.receiver.refuse(one)),
    );
    const kept = await door.query('select uid, reason, count from rejected_messages order by uid, reason');
    expect(kept).toEqual([
      { uid: UID, reason: 'field', count: 1000 },
      { uid: UID, reason: 'topic', count: 1000 },
      { uid: OTHER, reason: 'field', count: 1000 },
    ]);
    expect(await door.query('select reason, count from rejected_counts order by reason')).toEqual([
      { reason: 'field', count: 2000 },
      { reason: 'topic', count: 1000 },
    ]);
    expect(lines.mock.calls.filter(([, message]) => message === 'a device message was rejected')).toHaveLength(3);
    vi.restoreAllMocks();
  });
});

describe('failures of the database', () => {
  test('a database that rejects every message is logged once, and its recovery once', async () => {
    const failed = vi.spyOn(door.log, 'error');
    const stored = vi.spyOn(door.log, 'warn');
    const changed = vi.spyOn(door.database, 'change');
    await door.query('alter table heartbeats rename to heartbeats_away');
    const sent = door.send(UID, heartbeatAt(NOW));
    await expect.poll(() => changed.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(2);
    expect(failed.mock.calls).toMatchObject([
      [{ err: { code: '42P01' } }, expect.stringContaining('storing messages of devices failed')],
    ]);
    expect(stored).not.toHaveBeenCalled();
    await door.query('alter table heartbeats_away rename to heartbeats');
    await sent;
    expect(await countOf('heartbeats')).toBe(1);
    await door.send(UID, heartbeatAt(NOW + 1000));
    expect([failed.mock.calls.length, stored.mock.calls.length]).toEqual([1, 1]);
    vi.restoreAllMocks();
  });
});
