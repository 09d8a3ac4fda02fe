import { describe, expect, it } from 'vitest';
import { chooseDeviceIcon as iconAt, describeLink as linkAt, type MarkedDevice } from './device-marker.view.ts';

const NOW = Date.UTC(2026, 2, 18, 0, 4, 0);
const device = {
  isConnected: true,
  isIridium: false,
  productNumber: 61,
  lastExpectedWakeupTime: null,
  lastShutdownTime: null,
};
const sleeping = { ...device, isConnected: false, lastExpectedWakeupTime: '2026-03-18 14:00:05' };
const chooseDeviceIcon = (one: MarkedDevice) => iconAt(one, NOW);
const describeLink = (one: MarkedDevice) => linkAt(one, NOW);

describe("a device's icon", () => {
  it('[M-020] shows online or offline', () => {
    expect(chooseDeviceIcon(device)).toBe('online');
    expect(chooseDeviceIcon({ ...device, isConnected: false })).toBe('offline');
  });

  it('[M-020] [W-140] shows asleep until the announced wake-up', () => {
    expect(chooseDeviceIcon(sleeping)).toBe('asleep');
    expect(chooseDeviceIcon({ ...sleeping, isIridium: true, productNumber: 62 })).toBe('asleep-satellite-new');
    expect(iconAt(sleeping, Date.UTC(2026, 2, 18, 14, 0, 5))).toBe('offline');
    expect(chooseDeviceIcon({ ...sleeping, lastShutdownTime: '2026-03-17 10:00:00' })).toBe('offline');
  });

  it('[M-021] shows whether the device is on satellite', () => {
    expect(chooseDeviceIcon({ ...device, isIridium: true })).toBe('online-satellite');
    expect(chooseDeviceIcon({ ...device, isIridium: true, isConnected: false })).toBe('offline-satellite');
  });

  it('[M-022] [L-004] shows a newer model: the larger variant is for product number 62', () => {
    expect(chooseDeviceIcon({ ...device, productNumber: 62 })).toBe('online-new');
    expect(chooseDeviceIcon({ ...device, isConnected: false, isIridium: true, productNumber: 62 })).toBe(
      'offline-satellite-new',
    );
    expect(chooseDeviceIcon({ ...device, productNumber: null })).toBe('online');
  });

  it('describes the icon in words', () => {
    expect(describeLink(device)).toBe('Online');
    expect(describeLink({ ...device, isConnected: false, isIridium: true })).toBe('Offline, satellite');
  });

  it('[W-140] describes until when a device sleeps, with the date if the hour is ambiguous', () => {
    expect(describeLink(sleeping)).toBe('Asleep until 14:00 UTC');
    expect(describeLink({ ...sleeping, isIridium: true })).toBe('Asleep until 14:00 UTC, satellite');
    expect(describeLink({ ...sleeping, lastExpectedWakeupTime: '2026-03-19 14:00:05' })).toBe(
      'Asleep until 2026-03-19 14:00 UTC',
    );
    expect(linkAt(sleeping, Date.UTC(2026, 2, 18, 14, 0, 5))).toBe('Offline');
  });
});
