import { exampleDevice } from '@waymark/contract/devices/device';
import { describe, expect, it } from 'vitest';
import { readDevice } from '../device.wire.ts';
import { viewIdentity } from './identity.view.ts';

const device = readDevice(exampleDevice);

describe('the head of the device info panel', () => {
  it('[D-001] [D-002] shows the uid and a connection dot', () => {
    expect(viewIdentity(device)).toMatchObject({ uid: '100234', connection: { isConnected: true, label: 'Online' } });
    expect(viewIdentity({ ...device, isConnected: false }).connection).toEqual({
      isConnected: false,
      label: 'Offline',
    });
  });

  it('[D-003] shows the signal', () => {
    expect(viewIdentity(device).signal).toEqual({ bars: 4, label: 'Signal -85 dBm, 4 of 5 bars' });
    expect(viewIdentity({ ...device, lastSignalStrength: null }).signal).toEqual({ bars: 0, label: 'Signal unknown' });
  });

  it('[D-004] shows the battery, once its voltage is known', () => {
    expect(viewIdentity(device).battery).toEqual({ level: 4, label: 'Battery 80%, 8.62 V' });
    expect(viewIdentity({ ...device, lastBattery: null }).battery).toBeNull();
  });

  it('[D-005] shows the satellite for Iridium devices only', () => {
    expect([true, false].map((isIridium) => viewIdentity({ ...device, isIridium }).isSatellite)).toEqual([true, false]);
  });
});
