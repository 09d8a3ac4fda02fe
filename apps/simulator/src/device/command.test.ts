import type { Command } from '@waymark/device-protocol/mqtt/command';
import { REJECTION } from '@waymark/commands/answers';
import { POWER_MODE } from '@waymark/commands/power-modes';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { describe, expect, it } from 'vitest';
import {
  buildOnlineDevice,
  describeOutputs,
  listReports,
  NOON,
  pass,
  PROFILE,
  SATELLITE_PROFILE,
} from '../testing/device-profiles.ts';
import { buildPassageEvent } from '../testing/passage-events.ts';
import { findRejection } from './command-gate.ts';
import { EMPTY_DISK } from './disk.ts';
import { FACTORY_SETTINGS } from './settings.ts';
import type { DeviceState } from './state.ts';
import { GRACE_MS, RESTART_MS } from './step.ts';

const detectors = {
  frequency0: 0,
  frequency1: 18,
  frequency2: 20,
  frequency3: 22,
  sensitivity0: 1,
  sensitivity1: 2,
  sensitivity2: 3,
  sensitivity3: 5,
  enable0: 0,
  enable1: 1,
  enable2: 1,
  enable3: 0,
} as const;
const window = (lengthS: number) => ({
  FileNamesStartDate: formatUtcSecond(NOON - 3_600_000),
  FileNamesEndDate: formatUtcSecond(NOON - 3_600_000 + lengthS * 1000),
});

type Body = { [Type in Command['type']]: Pick<Extract<Command, { type: Type }>, 'type' | 'params'> }[Command['type']];
const order = (body: Body, id = 7, exp: number | null = null): Command => ({ ...body, id, exp });
const send = (state: DeviceState, command: Command, now = NOON) => pass(state, now, { kind: 'command', command });
const withFirmware = (major: number, minor: number, profile = PROFILE) =>
  buildOnlineDevice({ profile: { ...profile, firmware: { major, minor } } });
/** The last firmware that accepts all cellular commands. */
const LEGACY = { ...PROFILE, firmware: { major: 9, minor: 9 } };

describe('effects of commands', () => {
  it.each<[Body, Partial<DeviceState['settings']>]>([
    [
      { type: 'PowerMode', params: { powerMode: 2, connectSchedule: 4 } },
      { powerMode: 2, schedule: 4 },
    ],
    [{ type: 'RecordMode', params: { recordMode: 0 } }, { recordMode: 0 }],
    [
      { type: 'FrequencySelect', params: detectors },
      { frequencies: [0, 18, 20, 22], sensitivities: [1, 2, 3, 5], enables: [0, 1, 1, 0] },
    ],
    [{ type: 'GeoMode', params: { GeoMode: 3 } }, { geoMode: 3 }],
    [{ type: 'FoldState', params: { UnfoldedAntennaDetectorEnable: 1 } }, { hasUnfoldedAntennaDetector: true }],
    [{ type: 'CellOfflineDownloadState', params: { OfflineDownloadState: 1 } }, { isOfflineDownload: true }],
  ])('$0.type is acknowledged, applied and reported back', (body, settings) => {
    const step = send(buildOnlineDevice({ profile: LEGACY }), order(body));
    expect(describeOutputs(step).slice(0, 2)).toEqual(['ack', 'settings']);
    expect(listReports(step)[0]?.body).toEqual({ id: 7, status: 0, detail: 0, t: NOON });
    expect(listReports(step)[1]?.body).toMatchObject({ id: 7 });
    expect(step.state.settings).toMatchObject(settings);
  });

  it.each<[Body, string[]]>([
    [{ type: 'DeviceInfo', params: {} }, ['ack', 'info']],
    [{ type: 'ControlSettings', params: {} }, ['ack', 'settings']],
    [{ type: 'GpsFix', params: {} }, ['ack', 'gps']],
    [{ type: 'DetectionCountReset', params: {} }, ['ack']],
    [{ type: 'AddressChange', params: { address: 'new.example.com' } }, ['ack']],
    [{ type: 'DeviceRestart', params: {} }, ['ack', 'status', 'disconnect']],
    [{ type: 'FactoryReset', params: {} }, ['ack', 'status', 'disconnect']],
    [{ type: 'AGMShutDwn', params: {} }, ['ack', 'status', 'disconnect']],
    [{ type: 'SdMode', params: { SdMode: 3 } }, ['ack', 'disk']],
    [{ type: 'StreamEnable', params: { streamEnabled: true } }, ['ack', 'settings']],
  ])('$0.type is answered in order', (body, outputs) => {
    expect(describeOutputs(send(buildOnlineDevice({ profile: LEGACY }), order(body)))).toEqual(outputs);
  });

  it('DetectionCountReset restarts the count', () => {
    const state = buildOnlineDevice({ profile: LEGACY, detectionCount: 12 });
    expect(send(state, order({ type: 'DetectionCountReset', params: {} })).state.detectionCount).toBe(0);
  });

  it('FactoryReset resets settings and count', () => {
    const state = buildOnlineDevice({ detectionCount: 12, settings: { geoMode: 3 } });
    expect(send(state, order({ type: 'FactoryReset', params: {} })).state).toMatchObject({
      detectionCount: 0,
      settings: FACTORY_SETTINGS,
    });
  });

  it.each<[number, Partial<DeviceState['disk']>]>([
    [0, { offlineFiles: 0 }],
    [1, { iridiumOfflineFiles: 0 }],
    [2, { onlineFiles: 0 }],
    [3, EMPTY_DISK],
  ])('SdMode %d deletes its files and no others', (SdMode, changes) => {
    const disk = { otherMBytes: 40, offlineFiles: 3, onlineFiles: 4, iridiumOfflineFiles: 5 };
    const step = send(buildOnlineDevice({ profile: LEGACY, disk }), order({ type: 'SdMode', params: { SdMode } }));
    expect(step.state.disk).toEqual({ ...disk, ...changes });
    expect(describeOutputs(step)).toEqual(['ack', 'disk']);
  });

  it.each([
    [4, 2],
    [5, 2],
    [6, 2],
    [7, 1],
  ])('SdMode %d sets record mode %d', (SdMode, recordMode) => {
    const step = send(
      buildOnlineDevice({ profile: LEGACY, settings: { recordMode: 0 } }),
      order({ type: 'SdMode', params: { SdMode } }),
    );
    expect(step.state.settings.recordMode).toBe(recordMode);
    expect(describeOutputs(step)).toEqual(['ack', 'settings']);
  });

  it('AGMShutDwn shuts the device down for good', () => {
    const step = send(buildOnlineDevice(), order({ type: 'AGMShutDwn', params: {} }));
    expect(listReports(step)[1]?.body).toMatchObject({ online: 0, why: 'shutdown' });
    expect(pass(step.state, NOON + 1e9, { kind: 'due' }, { kind: 'start' }).outputs).toEqual([]);
  });

  it('Low Power lets the device sleep after the grace, Active keeps it awake', () => {
    const asleep = send(
      buildOnlineDevice(),
      order({ type: 'PowerMode', params: { powerMode: POWER_MODE.lowPower } }),
    ).state;
    expect(asleep).toMatchObject({ sleepAt: NOON + GRACE_MS, nextHeartbeatAt: null });
    const back = send(
      asleep,
      order({ type: 'PowerMode', params: { powerMode: POWER_MODE.active } }, 8),
      NOON + 1000,
    ).state;
    expect(back).toMatchObject({ sleepAt: null, nextHeartbeatAt: NOON + 301_000 });
  });

  it('each command extends the grace', () => {
    const grace = buildOnlineDevice({ settings: { powerMode: POWER_MODE.lowPower } });
    expect(send(grace, order({ type: 'GpsFix', params: {} }), NOON + 50_000).state.sleepAt).toBe(
      NOON + 50_000 + GRACE_MS,
    );
  });

  it('IridiumSettings changes the given settings and keeps the rest', () => {
    const state = buildOnlineDevice({ profile: SATELLITE_PROFILE, detectionCount: 9, settings: { geoMode: 2 } });
    const params = { frequency1: 15, powerMode: 2, psgSize: 1, detectCountReset: 1 } as const;
    const step = send(state, order({ type: 'IridiumSettings', params }));
    expect(describeOutputs(step)).toEqual(['ack', 'settings']);
    expect(step.state).toMatchObject({
      detectionCount: 0,
      settings: {
        frequencies: [0, 15, 22, 22],
        powerMode: 2,
        psgSize: 1,
        geoMode: 2,
        enables: FACTORY_SETTINGS.enables,
      },
    });
  });
});

describe('rejections', () => {
  it.each<[string, DeviceState, Body, number | null]>([
    ['too old a firmware', withFirmware(2, 3), { type: 'GeoMode', params: { GeoMode: 1 } }, REJECTION.tooOldFirmware],
    [
      '10.5, which is older than 10.44',
      withFirmware(10, 5),
      { type: 'PowerMode', params: { powerMode: 3 } },
      REJECTION.tooOldFirmware,
    ],
    ['10.44', withFirmware(10, 44), { type: 'PowerMode', params: { powerMode: 3 } }, null],
    [
      'a command of older firmware',
      withFirmware(10, 0),
      { type: 'RecordMode', params: { recordMode: 1 } },
      REJECTION.retired,
    ],
    [
      'a disk command of older firmware',
      withFirmware(10, 0),
      { type: 'SdMode', params: { SdMode: 0 } },
      REJECTION.retired,
    ],
    ['a satellite command', withFirmware(10, 80), { type: 'IridiumSettings', params: {} }, REJECTION.otherLink],
    [
      'a cellular command',
      withFirmware(10, 80, SATELLITE_PROFILE),
      { type: 'GpsFix', params: {} },
      REJECTION.otherLink,
    ],
    [
      'an empty window',
      withFirmware(10, 71),
      { type: 'DownloadRange', params: { FileType: 1, ...window(0) } },
      REJECTION.notAWindow,
    ],
    [
      'raw over two minutes',
      withFirmware(10, 71),
      { type: 'DownloadRange', params: { FileType: 3, ...window(121) } },
      REJECTION.windowTooLong,
    ],
    [
      'more than ten minutes by satellite',
      withFirmware(10, 80, SATELLITE_PROFILE),
      { type: 'IridiumOfflineDownload', params: window(601) },
      REJECTION.windowTooLong,
    ],
  ])('the device rejects %s', (_, state, body, detail) => {
    expect(findRejection(state, order(body), NOON)).toBe(detail);
  });

  it('a rejection states its reason and changes nothing', () => {
    const state = withFirmware(2, 3);
    const step = send(state, order({ type: 'GeoMode', params: { GeoMode: 3 } }));
    expect(listReports(step)).toEqual([
      { name: 'ack', body: { id: 7, status: 1, detail: REJECTION.tooOldFirmware, t: NOON } },
    ]);
    expect(step.state.settings).toEqual(state.settings);
  });

  it('an expired command is rejected', () => {
    const late = order({ type: 'StreamEnable', params: { streamEnabled: true } }, 7, NOON - 1);
    expect(findRejection(buildOnlineDevice(), late, NOON)).toBe(REJECTION.expired);
  });
});

describe('repeated command', () => {
  const reset = order({ type: 'DetectionCountReset', params: {} });
  const counting = { profile: LEGACY, detectionCount: 4 };

  it('a repeated command is acknowledged again but not executed again', () => {
    const once = send(buildOnlineDevice(counting), reset).state;
    const counted = pass(once, NOON, { kind: 'passage', event: buildPassageEvent(NOON) }).state;
    const twice = send(counted, reset);
    expect(describeOutputs(twice)).toEqual(['ack']);
    expect(twice.state.detectionCount).toBe(1);
  });

  it('a rejected command is rejected again with the same reason', () => {
    const late = order({ type: 'GpsFix', params: {} }, 7, NOON - 1);
    const again = send(send(buildOnlineDevice(), late).state, { ...late, exp: null });
    expect(listReports(again)).toMatchObject([{ name: 'ack', body: { id: 7, status: 1, detail: REJECTION.expired } }]);
  });

  it('answered commands are remembered after a reboot, a restart and a new battery', () => {
    const first = { ...send(buildOnlineDevice(counting), reset).state, detectionCount: 5 };
    const rebooted = pass(first, NOON, { kind: 'reboot' }, { kind: 'lost' }).state;
    const back = pass(rebooted, NOON + RESTART_MS, { kind: 'due' }, { kind: 'connected' }).state;
    const restarted = send(back, order({ type: 'DeviceRestart', params: {} }, 8), NOON + RESTART_MS).state;
    const later = NOON + 2 * RESTART_MS;
    const again = pass(
      restarted,
      later,
      { kind: 'due' },
      { kind: 'connected' },
      { kind: 'stop' },
      { kind: 'start' },
      { kind: 'connected' },
    );
    const step = send(again.state, reset, later);
    expect(listReports(step)).toEqual([{ name: 'ack', body: { id: 7, status: 0, detail: 0, t: later } }]);
    expect(step.state.detectionCount).toBe(5);
  });

  it('an answered command is forgotten after 32 others, and not before', () => {
    const others = Array.from({ length: 32 }, (_, at) => order({ type: 'GpsFix', params: {} }, 100 + at));
    const first = { ...send(buildOnlineDevice(counting), reset).state, detectionCount: 5 };
    const before = others.slice(1).reduce((state, command) => send(state, command).state, first);
    expect(send(before, reset).state.detectionCount).toBe(5);
    const after = others.reduce((state, command) => send(state, command).state, first);
    expect(after.answered).toHaveLength(32);
    expect(send(after, reset).state.detectionCount).toBe(0);
  });
});

describe('command to a sleeping device', () => {
  const grace = buildOnlineDevice({ settings: { powerMode: POWER_MODE.hibernate } });
  const asleep = pass(grace, NOON + GRACE_MS, { kind: 'due' }).state;
  const wakeAt = asleep.wakeAt ?? 0;
  const gain = order({ type: 'PowerMode', params: { powerMode: POWER_MODE.active } });

  it('a command is ignored while the device sleeps', () => {
    expect(send(asleep, gain, NOON + 2 * GRACE_MS)).toEqual({ state: asleep, outputs: [] });
  });

  it('a command is executed until the end of the grace after a wake-up, and not later', () => {
    const woken = pass(asleep, wakeAt, { kind: 'due' }, { kind: 'connected' }).state;
    expect(woken.sleepAt).toBe(wakeAt + GRACE_MS);
    expect(describeOutputs(send(woken, gain, wakeAt + GRACE_MS - 1))).toEqual(['ack', 'settings']);
    const gone = pass(woken, wakeAt + GRACE_MS, { kind: 'due' }).state;
    expect(send(gone, gain, wakeAt + GRACE_MS).outputs).toEqual([]);
  });
});

describe('download over satellite', () => {
  it('the device reports the passages again as offline', () => {
    const event = buildPassageEvent(NOON - 3_550_000);
    const state = pass(buildOnlineDevice({ profile: SATELLITE_PROFILE }), NOON, { kind: 'passage', event }).state;
    const step = send(state, order({ type: 'IridiumOfflineDownload', params: window(600) }));
    expect(describeOutputs(step)).toEqual(['ack', 'passage']);
    expect(listReports(step)[1]).toMatchObject({ body: { passage: { isOffline: true } } });
  });
});
