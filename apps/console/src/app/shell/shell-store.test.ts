import { beforeEach, describe, expect, it } from 'vitest';
import { hidesDevices, mayOpenPanel } from './drawers/panels.view.ts';
import {
  closeEverything,
  closePanel,
  guardPanel,
  leavePanel,
  openPanel,
  stayInPanel,
  toggleDeviceInfo,
  useShell,
} from './shell-store.ts';

const panel = () => useShell.getState().panel;

describe('the left drawer', () => {
  beforeEach(closeEverything);

  it('shows one panel at a time', () => {
    openPanel('deviceInfo');
    openPanel('pigRunManager');
    expect(panel()).toBe('pigRunManager');
  });

  it('shows the device info again when the manager over it is closed', () => {
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

  it('toggles the device info by one button', () => {
    toggleDeviceInfo();
    expect(panel()).toBe('deviceInfo');
    toggleDeviceInfo();
    expect(panel()).toBeNull();
  });

  it('[L-032, L-033] hides device info and device table behind each manager', () => {
    expect([null, 'deviceInfo' as const].map(hidesDevices)).toEqual([false, false]);
    expect(
      (['pigRunManager', 'pigRunEditor', 'reportManager', 'broadcastCommands'] as const).map(hidesDevices),
    ).toEqual([true, true, true, true]);
  });

  it('[L-071, L-072, R-108] pig run manager and editor are for admins and superadmins, not for viewers', () => {
    for (const asked of ['pigRunManager', 'pigRunEditor'] as const) {
      expect((['admin', 'superadmin', 'viewer'] as const).map((role) => mayOpenPanel(asked, role))).toEqual([
        true,
        true,
        false,
      ]);
    }
  });

  it('[L-073, L-074, L-075] report manager and broadcast commands are for admins of a company only', () => {
    for (const asked of ['reportManager', 'broadcastCommands'] as const) {
      expect((['viewer', 'admin', 'superadmin'] as const).map((role) => mayOpenPanel(asked, role))).toEqual([
        false,
        true,
        false,
      ]);
    }
  });

  it('a panel with unsaved changes closes only after the user has confirmed', () => {
    openPanel('deviceInfo');
    openPanel('pigRunEditor');
    let isUnsaved = true;
    const release = guardPanel(() => isUnsaved);
    openPanel('pigRunManager');
    expect(useShell.getState()).toMatchObject({ panel: 'pigRunEditor', awaited: { panel: 'pigRunManager' } });
    stayInPanel();
    expect(useShell.getState()).toMatchObject({ panel: 'pigRunEditor', awaited: null });
    closePanel();
    leavePanel();
    expect(useShell.getState()).toMatchObject({ panel: 'deviceInfo', awaited: null });
    openPanel('pigRunEditor');
    isUnsaved = false;
    openPanel('pigRunManager');
    expect(panel()).toBe('pigRunManager');
    isUnsaved = true;
    release();
    closePanel();
    expect(panel()).toBe('deviceInfo');
  });
});
