import { heartbeatSchema } from '@waymark/device-protocol/mqtt/heartbeat';
import { POWER_MODE } from '@waymark/commands/power-modes';
import { describe, expect, it } from 'vitest';
import {
  buildOffDevice,
  buildOnlineDevice,
  describeOutputs,
  listReports,
  NOON,
  pass,
  PROFILE,
  SATELLITE_PROFILE,
} from '../testing/device-profiles.ts';
import { buildPassageEvent } from '../testing/passage-events.ts';
import { computeNextWakeUp } from './schedule.ts';
import { findDueAt } from './state.ts';
import { GRACE_MS, RESTART_MS } from './step.ts';

const MINUTE_MS = 60_000;
const passage = { kind: 'passage', event: buildPassageEvent(NOON) } as const;
const inMode = (powerMode: number, schedule = 1) => ({ settings: { powerMode, schedule } });

describe('power-on', () => {
  it('connects, introduces itself and sends a heartbeat', () => {
    const step = pass(buildOffDevice(), NOON, { kind: 'start' }, { kind: 'connected' });
    expect(describeOutputs(step)).toEqual(['connect', 'status', 'info', 'settings', 'carrier', 'disk', 'hb']);
  });

  it('a satellite device reports no carrier and no disk', () => {
    const step = pass(buildOffDevice({ profile: SATELLITE_PROFILE }), NOON, { kind: 'start' }, { kind: 'connected' });
    expect(describeOutputs(step)).toEqual(['connect', 'status', 'info', 'settings', 'hb']);
  });

  it('introduces itself once, not after every lost connection', () => {
    const lost = pass(buildOnlineDevice(), NOON, { kind: 'lost' }).state;
    expect(describeOutputs(pass(lost, NOON + 5000, { kind: 'connected' }))).toEqual(['status', 'hb']);
  });

  it('the heartbeat is valid for the wire format', () => {
    const step = pass(buildOffDevice(), NOON, { kind: 'start' }, { kind: 'connected' });
    const heartbeat = listReports(step).find(({ name }) => name === 'hb');
    expect(heartbeatSchema.safeParse(heartbeat?.body).success).toBe(true);
  });

  it('a device that was shut down stays off', () => {
    expect(pass(buildOffDevice({ isShutDown: true }), NOON, { kind: 'start' }).outputs).toEqual([]);
  });
});

describe('Active', () => {
  it('sends a heartbeat every five minutes', () => {
    const online = buildOnlineDevice();
    expect(findDueAt(online)).toBe(NOON + 5 * MINUTE_MS);
    const step = pass(online, NOON + 5 * MINUTE_MS, { kind: 'due' });
    expect(describeOutputs(step)).toEqual(['hb']);
    expect(findDueAt(step.state)).toBe(NOON + 10 * MINUTE_MS);
  });

  it('skips heartbeats that are in the past', () => {
    const step = pass(buildOnlineDevice(), NOON + 23 * MINUTE_MS, { kind: 'due' });
    expect(describeOutputs(step)).toEqual(['hb']);
    expect(findDueAt(step.state)).toBe(NOON + 25 * MINUTE_MS);
  });

  it('sends a heartbeat right after a passage', () => {
    expect(describeOutputs(pass(buildOnlineDevice(), NOON + 15_000, passage))).toEqual(['passage', 'hb', 'disk']);
  });

  it('stores a passage while disconnected and reports it as offline afterwards, oldest first', () => {
    const later = { kind: 'passage', event: buildPassageEvent(NOON + 40_000) } as const;
    const lost = pass(buildOnlineDevice(), NOON + 60_000, { kind: 'lost' }, passage, later);
    expect(describeOutputs(lost)).toEqual([]);
    const reported = pass(lost.state, NOON + 90_000, { kind: 'connected' });
    expect(describeOutputs(reported)).toEqual(['status', 'hb', 'passage', 'passage']);
    const passages = listReports(reported).flatMap((report) =>
      report.name === 'passage' ? [report.body.passage] : [],
    );
    expect(passages.map(({ t, isOffline }) => [t, isOffline])).toEqual([
      [NOON, true],
      [NOON + 40_000, true],
    ]);
    expect(reported.state.backlog).toEqual([]);
    expect(reported.state.disk.offlineFiles).toBe(2);
  });
});

describe('sleep', () => {
  const woken = (powerMode: number) => {
    const grace = buildOnlineDevice(inMode(powerMode));
    return pass(grace, NOON + GRACE_MS, { kind: 'due' });
  };

  it('stays for a minute after connecting, then sleeps until its next wake-up', () => {
    const grace = buildOnlineDevice(inMode(POWER_MODE.hibernate));
    expect(findDueAt(grace)).toBe(NOON + GRACE_MS);
    const step = pass(grace, NOON + GRACE_MS, { kind: 'due' });
    const until = computeNextWakeUp(PROFILE.uid, 1, NOON + GRACE_MS);
    expect(describeOutputs(step)).toEqual(['status', 'disconnect']);
    expect(listReports(step)[0]?.body).toMatchObject({ online: 0, why: 'sleep', until });
    expect(findDueAt(step.state)).toBe(until);
  });

  it('wakes up on schedule', () => {
    const asleep = woken(POWER_MODE.lowPower).state;
    const step = pass(asleep, findDueAt(asleep) ?? 0, { kind: 'due' }, { kind: 'connected' });
    expect(describeOutputs(step)).toEqual(['connect', 'status', 'hb']);
  });

  it('wakes in Low Power after a passage and reports it as online', () => {
    const called = pass(woken(POWER_MODE.lowPower).state, NOON + 10 * MINUTE_MS, passage);
    expect(describeOutputs(called)).toEqual(['connect']);
    const reported = listReports(pass(called.state, NOON + 10 * MINUTE_MS, { kind: 'connected' })).at(-1);
    expect(reported).toMatchObject({ name: 'passage', body: { passage: { isOffline: false } } });
  });

  it('hears nothing in Hibernate', () => {
    const asleep = woken(POWER_MODE.hibernate).state;
    expect(pass(asleep, NOON + 10 * MINUTE_MS, passage)).toEqual({ state: asleep, outputs: [] });
  });

  it('announces a shutdown with Cellular OFF and stores what it hears', () => {
    const off = woken(POWER_MODE.cellularOff);
    expect(listReports(off)[0]?.body).toMatchObject({ online: 0, why: 'shutdown' });
    expect(findDueAt(off.state)).toBeNull();
    const heard = pass(off.state, NOON + 10 * MINUTE_MS, passage);
    expect(heard.outputs).toEqual([]);
    expect(heard.state.backlog[0]?.passage.isOffline).toBe(true);
  });
});

describe('passage', () => {
  const record = (beginning: Parameters<typeof buildOnlineDevice>[0], freq = 22) =>
    listReports(
      pass(buildOnlineDevice(beginning), NOON + 15_000, { kind: 'passage', event: buildPassageEvent(NOON, freq) }),
    ).flatMap((report) => (report.name === 'passage' ? [report.body] : []))[0];

  it.each([
    ['all detectors', {}, 22, 7, 22],
    ['no ELF detector at the frequency', {}, 15, 6, 0],
    ['MAG off', { enables: [0, 1, 0, 0] as const }, 22, 3, 22],
    [
      'a second ELF detector at the frequency',
      { frequencies: [0, 22, 15, 22] as const, enables: [1, 0, 1, 0] as const },
      15,
      7,
      15,
    ],
  ])('a passage with %s has the mask of the channels that heard it', (_, settings, freq, mask, reported) => {
    expect(record({ settings }, freq)?.passage).toMatchObject({ mask, freq: reported, detectionCount: 1 });
  });

  it('a passage has a waveform per channel, in the order ELF, GEO, MAG', () => {
    expect(record({})?.waveforms.map(({ channel }) => channel)).toEqual(['elf', 'geo', 'mag']);
  });

  it('a passage without a geophone has no GEO', () => {
    expect(record({ profile: { ...PROFILE, hasGeophone: false } })?.passage.mask).toBe(5);
  });

  it('a number exceeds the last one and those of earlier seconds', () => {
    const first = pass(buildOnlineDevice(), NOON, passage);
    const second = pass(first.state, NOON, passage);
    expect(second.state.lastPsgSeq).toBe(first.state.lastPsgSeq + 1);
    expect(first.state.lastPsgSeq).toBe((NOON - Date.UTC(2020, 0, 1)) / 1000);
    expect(second.state.detectionCount).toBe(2);
  });

  it('passages are available for downloads only in record mode', () => {
    expect(pass(buildOnlineDevice({ settings: { recordMode: 0 } }), NOON, passage).state.recorded).toEqual([]);
    expect(pass(buildOnlineDevice({ settings: { recordMode: 1 } }), NOON, passage).state.recorded).toHaveLength(1);
  });
});

describe('reboot', () => {
  it('a reboot breaks the connection and starts again after twenty seconds', () => {
    const step = pass(buildOnlineDevice({ settings: { geoMode: 3 } }), NOON, { kind: 'reboot' }, { kind: 'lost' });
    expect(describeOutputs(step)).toEqual(['cut']);
    expect(findDueAt(step.state)).toBe(NOON + RESTART_MS);
    const back = pass(step.state, NOON + RESTART_MS, { kind: 'due' }, { kind: 'connected' });
    expect(describeOutputs(back)).toEqual(['connect', 'status', 'info', 'settings', 'carrier', 'disk', 'hb']);
    expect(back.state.settings.geoMode).toBe(3);
  });

  it('a sleeping device ignores a reboot', () => {
    const asleep = pass(buildOnlineDevice(), NOON, { kind: 'sleep' }).state;
    expect(pass(asleep, NOON, { kind: 'reboot' })).toEqual({ state: asleep, outputs: [] });
  });
});

describe('stop', () => {
  it('a stopped device announces its next wake-up and disconnects', () => {
    const step = pass(buildOnlineDevice(), NOON, { kind: 'stop' });
    expect(describeOutputs(step)).toEqual(['status', 'disconnect']);
    expect(findDueAt(step.state)).toBeNull();
  });

  it('a restart starts again', () => {
    const command = { id: 5, type: 'DeviceRestart', params: {}, exp: null } as const;
    const restarted = pass(buildOnlineDevice(), NOON, { kind: 'command', command });
    expect(describeOutputs(restarted)).toEqual(['ack', 'status', 'disconnect']);
    const back = pass(restarted.state, NOON + RESTART_MS, { kind: 'due' }, { kind: 'connected' });
    expect(describeOutputs(back)).toEqual(['connect', 'status', 'info', 'settings', 'carrier', 'disk', 'hb']);
  });
});
