import { exampleDevice } from '@waymark/contract/devices/device';
import { describe, expect, it } from 'vitest';
import type { Device } from '../store/device.ts';
import { readDevice } from '../store/device.wire.ts';
import { viewIdentity as viewAt } from './identity.view.ts';

const NOW = Date.UTC(2026, 2, 18, 0, 4, 0);
const device = { ...readDevice(exampleDevice), lastExpectedWakeupTime: null, lastShutdownTime: null };
const viewIdentity = (one: Device) => viewAt(one, NOW);

describe('the head of the device info panel', () => {
  it('[D-001] [D-002] shows the uid and a connection dot', () => {
    expect(viewIdentity(device)).toMatchObject({ uid: '100234', connection: { presence: 'online', label: 'Online' } });
    expect(viewIdentity({ ...device, isConnected: false }).connection).toEqual({
      presence: 'offline',
      label: 'Offline',
    });
  });

  it('[D-002] [W-140] shows an announced sleep as asleep until its wake-up, and as offline after it', () => {
    const sleeping = { ...device, isConnected: false, lastExpectedWakeupTime: '2026-03-18 14:00:05' };
    expect(viewIdentity(sleeping)).toMatchObject({
      words: expect.stringMatching(/^Asleep until 14:00 UTC, /),
      connection: { presence: 'asleep', label: 'Asleep until 14:00 UTC' },
    });
    const overdue = { ...sleeping, lastExpectedWakeupTime: '2026-03-18 00:04:00' };
    expect(viewIdentity(overdue).connection).toEqual({ presence: 'offline', label: 'Offline' });
  });

  it('[D-003] shows the signal', () => {
    expect(viewIdentity(device).signal).toEqual({ bars: 4, label: 'Signal -85 dBm, 4 of 5 bars' });
    expect(viewIdentity({ ...device, lastSignalStrength: null }).signal).toEqual({ bars: 0, label: 'Signal unknown' });
  });

  it('[D-004] shows the battery if its voltage is known', () => {
    expect(viewIdentity(device).battery).toEqual({ level: 4, label: 'Battery 80%, 8.62 V' });
    expect(viewIdentity({ ...device, lastBattery: null }).battery).toBeNull();
  });

  it('[D-005] shows the satellite for Iridium devices only', () => {
    expect([true, false].map((isIridium) => viewIdentity({ ...device, isIridium }).isSatellite)).toEqual([true, false]);
  });
});
