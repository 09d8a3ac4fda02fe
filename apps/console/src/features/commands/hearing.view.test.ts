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

describe('whether a device hears a command', () => {
  it('at once while it is connected', () => {
    expect(describeHearing({ ...device, isConnected: true }, NOW)).toEqual({
      state: 'connected',
      title: 'Connected now',
      text: 'It hears a command at once.',
    });
    expect(describeHearing({ ...device, isConnected: true, bluetooth: true }, NOW).title).toBe(
      'Connected by Bluetooth',
    );
  });

  it('one that sleeps says when', () => {
    expect(describeHearing({ ...device, lastExpectedWakeupTime: '2026-03-18 00:30:05' }, NOW)).toEqual({
      state: 'asleep',
      title: 'Asleep',
      text: 'It hears commands when it wakes up, at 2026-03-18 00:30:05 UTC, in 26 min.',
    });
  });

  it('[W-140] one that should be awake is offline and says how late it is', () => {
    expect(describeHearing({ ...device, lastExpectedWakeupTime: '2026-03-18 00:00:00' }, NOW)).toEqual({
      state: 'offline',
      title: 'Offline',
      text: 'It hears commands when it wakes up. It was expected at 2026-03-18 00:00:00 UTC and is 4 min late.',
    });
  });

  it('one that is shut down does not, over either link, until it is on again', () => {
    const shutDown = { ...device, lastShutdownTime: '2026-03-17 22:00:00' };
    expect(describeHearing(shutDown, NOW)).toMatchObject({
      state: 'shutdown',
      text: expect.stringContaining('2026-03-17 22:00:00'),
    });
    expect(describeHearing({ ...shutDown, isIridium: true }, NOW).state).toBe('shutdown');
    expect(describeHearing({ ...shutDown, isConnected: true }, NOW).state).toBe('connected');
  });

  it('one that is lost waits for its connection', () => {
    expect(describeHearing(device, NOW)).toEqual({
      state: 'offline',
      title: 'Offline',
      text: 'Its last heartbeat is 3 min old. Commands wait until it connects.',
    });
    expect(describeHearing({ ...device, lastHeartbeat: null }, NOW).text).toContain('never been heard');
  });

  it('over satellite it is rung, whether it counts as connected or not', () => {
    const satellite = { ...device, isIridium: true };
    const rings = 'A command rings it at once; it answers when it calls.';
    expect(describeHearing(satellite, NOW)).toEqual({ state: 'satellite', title: 'Satellite', text: rings });
    expect(describeHearing({ ...satellite, isConnected: true }, NOW).state).toBe('satellite');
    expect(describeHearing({ ...satellite, lastExpectedWakeupTime: '2026-03-18 00:30:05' }, NOW).text).toBe(
      `${rings} Its next call is expected at 2026-03-18 00:30:05 UTC, in 26 min.`,
    );
  });
});
