import type { Command } from '@waymark/device-protocol/mqtt/command';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { describe, expect, it } from 'vitest';
import {
  buildOnlineDevice, describeOutputs, listReports, NOON, pass, PROFILE, SATELLITE_PROFILE,
} from '../testing/device-profiles.ts';
import { buildPassageEvent } from '../testing/passage-events.ts';
import { findRejection, REJECTION } from './command-gate.ts';
import { FACTORY_SETTINGS, POWER_MODE } from './settings.ts';
import type { DeviceState } from './state.ts';
import { GRACE_MS } from './step.ts';

const detectors = {
  frequency0: 0, frequency1: 18, frequency2: 20, frequency3: 22, sensitivity0: 1, sensitivity1: 2, sensitivity2: 3,
  sensitivity3: 5, enable0: 0, enable1: 1, enable2: 1, enable3: 0,
} as const;
const window = (lengthS: number) => ({
  FileNamesStartDate: formatUtcSecond(NOON - 3_600_000),
  FileNamesEndDate: formatUtcSecond(NOON - 3_600_000 + lengthS * 1000),
});

type Body = { [Type in Command['type']]: Pick<Extract<Command, { type: Type }>, 'type' | 'params'> }[Command['type']];
const order = (body: Body, id = 7, exp: number | null = null): Command => ({ ...body, id, exp });
const send = (state: DeviceState, command: Command, now = NOON) => pass(state, now, { kind: 'command', command });
const withFirmware = (major: number, minor: number, profile = PROFILE) => buildOnlineDevice({ profile: { ...profile, firmware: { major, minor } } });

describe('what a command changes', () => {
  it.each<[Body, Partial<DeviceState['settings']>]>([
    [{ type: 'PowerMode', params: { powerMode: 2, connectSchedule: 4 } }, { powerMode: 2, schedule: 4 }],
    [{ type: 'RecordMode', params: { recordMode: 0 } }, { recordMode: 0 }],
    [
      { type: 'FrequencySelect', params: detectors },
      { frequencies: [0, 18, 20, 22], sensitivities: [1, 2, 3, 5], enables: [0, 1, 1, 0] },
    ],
    [{ type: 'GeoMode', params: { GeoMode: 3 } }, { geoMode: 3 }],
    [{ type: 'FoldState', params: { UnfoldedAntennaDetectorEnable: 1 } }, { hasUnfoldedAntennaDetector: true }],
    [{ type: 'CellOfflineDownloadState', params: { OfflineDownloadState: 1 } }, { isOfflineDownload: true }],
  ])('$0.type is acknowledged, kept and told back', (body, settings) => {
    const step = send(buildOnlineDevice(), order(body));
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
    expect(describeOutputs(send(buildOnlineDevice(), order(body)))).toEqual(outputs);
  });

  it('DetectionCountReset begins to count anew', () => {
    const state = buildOnlineDevice({ detectionCount: 12 });
    expect(send(state, order({ type: 'DetectionCountReset', params: {} })).state.detectionCount).toBe(0);
  });

  it('FactoryReset forgets settings and count', () => {
    const state = buildOnlineDevice({ detectionCount: 12, settings: { geoMode: 3 } });
    expect(send(state, order({ type: 'FactoryReset', params: {} })).state).toMatchObject({
      detectionCount: 0, settings: FACTORY_SETTINGS,
    });
  });

  it('AGMShutDwn ends it: nothing wakes it again', () => {
    const step = send(buildOnlineDevice(), order({ type: 'AGMShutDwn', params: {} }));
    expect(listReports(step)[1]?.body).toMatchObject({ online: 0, why: 'shutdown' });
    expect(pass(step.state, NOON + 1e9, { kind: 'due' }, { kind: 'start' }).outputs).toEqual([]);
  });

  it('Low Power lets it sleep after the grace, Active keeps it', () => {
    const asleep = send(buildOnlineDevice(), order({ type: 'PowerMode', params: { powerMode: POWER_MODE.lowPower } })).state;
    expect(asleep).toMatchObject({ sleepAt: NOON + GRACE_MS, nextHeartbeatAt: null });
    const back = send(asleep, order({ type: 'PowerMode', params: { powerMode: POWER_MODE.active } }, 8), NOON + 1000).state;
    expect(back).toMatchObject({ sleepAt: null, nextHeartbeatAt: NOON + 301_000 });
  });

  it('each command lengthens the grace', () => {
    const grace = buildOnlineDevice({ settings: { powerMode: POWER_MODE.lowPower } });
    expect(send(grace, order({ type: 'GpsFix', params: {} }), NOON + 50_000).state.sleepAt).toBe(NOON + 50_000 + GRACE_MS);
  });

  it('IridiumSettings changes what is given and leaves the rest', () => {
    const state = buildOnlineDevice({ profile: SATELLITE_PROFILE, detectionCount: 9, settings: { geoMode: 2 } });
    const params = { frequency1: 15, powerMode: 2, psgSize: 1, detectCountReset: 1 } as const;
    const step = send(state, order({ type: 'IridiumSettings', params }));
    expect(describeOutputs(step)).toEqual(['ack', 'settings']);
    expect(step.state).toMatchObject({
      detectionCount: 0,
      settings: { frequencies: [0, 15, 22, 22], powerMode: 2, psgSize: 1, geoMode: 2, enables: FACTORY_SETTINGS.enables },
    });
  });
});

describe('what a device rejects', () => {
  it.each<[string, DeviceState, Body, number | null]>([
    ['GeoMode up to 2.3', withFirmware(2, 3), { type: 'GeoMode', params: { GeoMode: 1 } }, REJECTION.tooOldFirmware],
    ['GeoMode from 2.4', withFirmware(2, 4), { type: 'GeoMode', params: { GeoMode: 1 } }, null],
    ['AGMShutDwn up to 2.4', withFirmware(2, 4), { type: 'AGMShutDwn', params: {} }, REJECTION.tooOldFirmware],
    ['AGMShutDwn from 2.5', withFirmware(2, 5), { type: 'AGMShutDwn', params: {} }, null],
    ['Cellular OFF before 10.44', withFirmware(10, 5), { type: 'PowerMode', params: { powerMode: 3 } }, REJECTION.tooOldFirmware],
    ['Cellular OFF from 10.44', withFirmware(10, 44), { type: 'PowerMode', params: { powerMode: 3 } }, null],
    ['raw before 10.71', withFirmware(10, 70), { type: 'DownloadRange', params: { FileType: 3, ...window(60) } }, REJECTION.tooOldFirmware],
    ['raw over two minutes', withFirmware(10, 71), { type: 'DownloadRange', params: { FileType: 3, ...window(121) } }, REJECTION.windowTooLong],
    ['raw of two minutes', withFirmware(10, 71), { type: 'DownloadRange', params: { FileType: 3, ...window(120) } }, null],
    ['an empty window', withFirmware(10, 71), { type: 'DownloadRange', params: { FileType: 1, ...window(0) } }, REJECTION.notAWindow],
    ['old disk commands from 10', withFirmware(10, 0), { type: 'SdMode', params: { SdMode: 0 } }, REJECTION.retired],
    ['old disk commands below 10', withFirmware(9, 9), { type: 'SdMode', params: { SdMode: 0 } }, null],
    ['satellite commands on a cellular device', withFirmware(10, 80), { type: 'IridiumSettings', params: {} }, REJECTION.otherLink],
    ['cellular commands on a satellite device', withFirmware(10, 80, SATELLITE_PROFILE), { type: 'GpsFix', params: {} }, REJECTION.otherLink],
    ['Low Power before 10.29 on a satellite device', withFirmware(10, 28, SATELLITE_PROFILE), { type: 'IridiumSettings', params: { powerMode: 2 } }, REJECTION.tooOldFirmware],
    ['more than ten minutes by satellite', withFirmware(10, 80, SATELLITE_PROFILE), { type: 'IridiumOfflineDownload', params: window(601) }, REJECTION.windowTooLong],
  ])('%s', (_, state, body, detail) => {
    expect(findRejection(state, order(body), NOON)).toBe(detail);
  });

  it('is answered with the reason and changes nothing', () => {
    const state = withFirmware(2, 3);
    const step = send(state, order({ type: 'GeoMode', params: { GeoMode: 3 } }));
    expect(listReports(step)).toEqual([{ name: 'ack', body: { id: 7, status: 1, detail: REJECTION.tooOldFirmware, t: NOON } }]);
    expect(step.state.settings).toEqual(state.settings);
  });

  it('is what has expired', () => {
    const late = order({ type: 'StreamEnable', params: { streamEnabled: true } }, 7, NOON - 1);
    expect(findRejection(buildOnlineDevice(), late, NOON)).toBe(REJECTION.expired);
  });
});

describe('a repeated command', () => {
  const reset = order({ type: 'DetectionCountReset', params: {} });

  it('is acknowledged again and not carried out again', () => {
    const once = send(buildOnlineDevice({ detectionCount: 4 }), reset).state;
    const counted = pass(once, NOON, { kind: 'passage', event: buildPassageEvent(NOON) }).state;
    const twice = send(counted, reset);
    expect(describeOutputs(twice)).toEqual(['ack']);
    expect(twice.state.detectionCount).toBe(1);
  });

  it('is forgotten after 32 others', () => {
    const others = Array.from({ length: 32 }, (_, at) => order({ type: 'GpsFix', params: {} }, 100 + at));
    const first = send(buildOnlineDevice({ detectionCount: 4 }), reset).state;
    const state = others.reduce((now, command) => send(now, command).state, { ...first, detectionCount: 5 });
    expect(state.answered).toHaveLength(32);
    expect(send(state, reset).state.detectionCount).toBe(0);
  });
});

describe('downloads', () => {
  const recorded = pass(buildOnlineDevice(), NOON, { kind: 'passage', event: buildPassageEvent(NOON - 3_550_000) }).state;
  const listPackets = (body: Body, state = recorded) =>
    listReports(send(state, order(body))).flatMap((report) => (report.name === 'dl' ? [report.body] : []));

  it('of recorded passages are one packet each and the end marker', () => {
    const packets = listPackets({ type: 'DownloadRange', params: { FileType: 1, ...window(600) } });
    expect(packets.map(({ kind, n, of, session }) => [kind, n, of, session])).toEqual([['passage', 1, 1, 7], ['end', 1, 1, 7]]);
  });

  it('that find nothing are the end marker alone', () => {
    const packets = listPackets({ type: 'DownloadRange', params: { FileType: 0, ...window(600) } });
    expect(packets.map(({ kind, n, of }) => [kind, n, of])).toEqual([['end', 0, 0]]);
  });

  it('of two minutes raw are 71 pieces of at most 4 kB', () => {
    const packets = listPackets({ type: 'DownloadRange', params: { FileType: 3, ...window(120) } });
    expect(packets).toHaveLength(72);
    expect(packets.reduce((sum, { content }) => sum + content.length, 0)).toBe(288_000);
  });

  it('by satellite tell the passages again as offline', () => {
    const state = { ...recorded, profile: SATELLITE_PROFILE };
    const step = send(state, order({ type: 'IridiumOfflineDownload', params: window(600) }));
    expect(describeOutputs(step)).toEqual(['ack', 'passage']);
    expect(listReports(step)[1]).toMatchObject({ body: { passage: { isOffline: true } } });
  });
});
