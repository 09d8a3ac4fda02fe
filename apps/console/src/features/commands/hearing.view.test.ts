import { describe, expect, it } from 'vitest';
import { describeHearing } from './hearing.view.ts';

const NOW = Date.UTC(2026, 2, 18, 0, 4, 0);
const device = {
  isConnected: false,
  isIridium: false,
  bluetooth: false,
  lastExpectedWakeupTime: null,
  lastShutdownTime: null,
  lastHeartbeat: '2026-03-18 00:00:59',
};

describe('when a device receives a command', () => {
  it('a connected device receives it at once', () => {
    expect(describeHearing({ ...device, isConnected: true }, NOW)).toEqual({
      state: 'connected',
      title: 'Connected now',
      text: 'It hears a command at once.',
    });
    expect(describeHearing({ ...device, isConnected: true, bluetooth: true }, NOW).title).toBe(
      'Connected by Bluetooth',
    );
  });

  it('a sleeping device says when it receives it', () => {
    expect(describeHearing({ ...device, lastExpectedWakeupTime: '2026-03-18 00:30:05' }, NOW)).toEqual({
      state: 'asleep',
      title: 'Asleep',
      text: 'It hears commands when it wakes up, at 2026-03-18 00:30:05 UTC, in 26 min.',
    });
  });

  it('[W-140] a device that should be awake is offline, with its delay', () => {
    expect(describeHearing({ ...device, lastExpectedWakeupTime: '2026-03-18 00:00:00' }, NOW)).toEqual({
      state: 'offline',
      title: 'Offline',
      text: 'It hears commands when it wakes up. It was expected at 2026-03-18 00:00:00 UTC and is 4 min late.',
    });
  });

  it('a device that is shut down receives nothing, over either link, until it is on again', () => {
    const shutDown = { ...device, lastShutdownTime: '2026-03-17 22:00:00' };
    expect(describeHearing(shutDown, NOW)).toMatchObject({
      state: 'shutdown',
      text: expect.stringContaining('2026-03-17 22:00:00'),
    });
    expect(describeHearing({ ...shutDown, isIridium: true }, NOW).state).toBe('shutdown');
    expect(describeHearing({ ...shutDown, isConnected: true }, NOW).state).toBe('connected');
  });

  it('an offline device receives it when it connects', () => {
    expect(describeHearing(device, NOW)).toEqual({
      state: 'offline',
      title: 'Offline',
      text: 'Its last heartbeat is 3 min old. Commands wait until it connects.',
    });
    expect(describeHearing({ ...device, lastHeartbeat: null }, NOW).text).toContain('never been heard');
  });

  it('a satellite device is rung, whether it counts as connected or not', () => {
    const satellite = { ...device, isIridium: true };
    const rings = 'A command rings it at once; it answers when it calls.';
    expect(describeHearing(satellite, NOW)).toEqual({ state: 'satellite', title: 'Satellite', text: rings });
    expect(describeHearing({ ...satellite, isConnected: true }, NOW).state).toBe('satellite');
    expect(describeHearing({ ...satellite, lastExpectedWakeupTime: '2026-03-18 00:30:05' }, NOW).text).toBe(
      `${rings} Its next call is expected at 2026-03-18 00:30:05 UTC, in 26 min.`,
    );
  });
});
