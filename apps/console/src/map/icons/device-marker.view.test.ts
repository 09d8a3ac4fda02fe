import { describe, expect, it } from 'vitest';
import { chooseDeviceIcon, describeLink } from './device-marker.view.ts';

const device = { isConnected: true, isIridium: false, productNumber: 61 };

describe("a device's icon", () => {
  it('[M-020] says online or offline', () => {
    expect(chooseDeviceIcon(device)).toBe('online');
    expect(chooseDeviceIcon({ ...device, isConnected: false })).toBe('offline');
  });

  it('[M-021] says satellite or not', () => {
    expect(chooseDeviceIcon({ ...device, isIridium: true })).toBe('online-satellite');
    expect(chooseDeviceIcon({ ...device, isIridium: true, isConnected: false })).toBe('offline-satellite');
  });

  it('[M-022] [L-004] says newer model or not: the larger variant is for product number 62', () => {
    expect(chooseDeviceIcon({ ...device, productNumber: 62 })).toBe('online-new');
    expect(chooseDeviceIcon({ isConnected: false, isIridium: true, productNumber: 62 })).toBe('offline-satellite-new');
    expect(chooseDeviceIcon({ ...device, productNumber: null })).toBe('online');
  });

  it('has words', () => {
    expect(describeLink(device)).toBe('Online');
    expect(describeLink({ isConnected: false, isIridium: true })).toBe('Offline, satellite');
  });
});
