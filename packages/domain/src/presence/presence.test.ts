import { describe, expect, test } from 'vitest';
import {
  findAllowedSilenceMs,
  isHeartbeatActive,
  isIridiumConnected,
  offlineAlarmAt,
  SCHEDULE_INTERVALS_MS,
} from './presence.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 2, 18, 0, 3, 59);

describe('findAllowedSilenceMs', () => {
  test.each([
    [0, 30],
    [1, 60],
    [2, 120],
    [3, 240],
    [4, 480],
    [5, 720],
    [6, 960],
    [7, 1440],
  ])('schedule %d wakes a device every %d minutes; 10 minutes are added', (schedule, minutes) => {
    expect(SCHEDULE_INTERVALS_MS[schedule]).toBe(minutes * MINUTE);
    for (const powerMode of [1, 2, 3, null]) {
      expect(findAllowedSilenceMs(powerMode, schedule)).toBe((minutes + 10) * MINUTE);
    }
  });

  test.each([
    ['Active with any schedule', 0, 7, 15 * MINUTE],
    ['Active without a schedule', 0, null, 15 * MINUTE],
    ['nothing reported yet', null, null, 15 * MINUTE],
    ['asleep without a schedule', 1, null, 24 * HOUR + 10 * MINUTE],
    ['a schedule that does not exist', 1, 8, 24 * HOUR + 10 * MINUTE],
  ])('allowed silence of a device: %s', (_title, powerMode, schedule, expected) => {
    expect(findAllowedSilenceMs(powerMode, schedule)).toBe(expected);
  });
});

describe('presence', () => {
  test('a heartbeat is active up to the interval plus 10 minutes, inclusive', () => {
    expect(isHeartbeatActive(NOW - 40 * MINUTE, 2, 0, NOW)).toBe(true);
    expect(isHeartbeatActive(NOW - 40 * MINUTE - 1, 2, 0, NOW)).toBe(false);
  });

  test('a satellite device is connected while its last message is younger than the interval plus 10 minutes', () => {
    expect(isIridiumConnected(NOW - 40 * MINUTE + 1, 2, 0, NOW)).toBe(true);
    expect(isIridiumConnected(NOW - 40 * MINUTE, 2, 0, NOW)).toBe(false);
  });

  test('a device without a message is neither active nor connected', () => {
    expect(isHeartbeatActive(null, 2, 0, NOW)).toBe(false);
    expect(isIridiumConnected(null, 2, 0, NOW)).toBe(false);
  });

  test('a device whose clock runs ahead of ours is present', () => {
    expect(isHeartbeatActive(NOW + MINUTE, 2, 0, NOW)).toBe(true);
  });
});

describe('offlineAlarmAt', () => {
  test.each([
    [30 * MINUTE, 15 * MINUTE],
    [150 * MINUTE, 15 * MINUTE],
    [4 * HOUR, 24 * MINUTE],
    [24 * HOUR, 144 * MINUTE],
  ])('waits after %d ms of sleep another %d ms', (sleepMs, delayMs) => {
    expect(offlineAlarmAt(NOW, NOW - sleepMs)).toBe(NOW + delayMs);
  });

  test('a wake-up before the sleep began still gets its 15 minutes', () => {
    expect(offlineAlarmAt(NOW, NOW + HOUR)).toBe(NOW + 15 * MINUTE);
  });
});
