import { beforeEach, describe, expect, it } from 'vitest';
import { hidesDevices } from './panels.view.ts';
import { closeEverything, closePanel, openPanel, toggleDeviceInfo, useShell } from './shell-store.ts';

const panel = () => useShell.getState().panel;

describe('the left drawer', () => {
  beforeEach(closeEverything);

  it('shows one panel at a time', () => {
    openPanel('deviceInfo');
    openPanel('pigRunManager');
    expect(panel()).toBe('pigRunManager');
  });

  it('brings the device info back when the manager over it is closed', () => {
    openPanel('deviceInfo');
    openPanel('pigRunManager');
    openPanel('reportManager');
    closePanel();
    expect(panel()).toBe('deviceInfo');
    closePanel();
    expect(panel()).toBeNull();
    openPanel('reportManager');
    closePanel();
    expect(panel()).toBeNull();
  });

  it('shows and hides the device info by one button', () => {
    toggleDeviceInfo();
    expect(panel()).toBe('deviceInfo');
    toggleDeviceInfo();
    expect(panel()).toBeNull();
  });

  it('hides device info and device table behind each manager', () => {
    expect(([null, 'deviceInfo', 'pigRunManager', 'reportManager', 'broadcastCommands'] as const).map(hidesDevices)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});
