import { exampleDevice } from '@waymark/contract/devices/device';
import { expect, it } from 'vitest';
import { readDevice } from './device.wire.ts';
import { describeIdentity } from './device.view.ts';

const NOW = Date.UTC(2026, 2, 18, 0, 4, 0);
const device = { ...readDevice(exampleDevice), lastExpectedWakeupTime: null, lastShutdownTime: null };

it('names link, model and firmware, and leaves out unknown ones', () => {
  expect(describeIdentity({ ...device, isConnected: false, isIridium: true }, NOW)).toBe(
    'Offline, Iridium, AGM20, firmware 10.71',
  );
  expect(describeIdentity({ ...device, bluetooth: true, productNumber: 18 }, NOW)).toBe(
    'Online, Bluetooth, AGM10, firmware 10.71',
  );
  expect(describeIdentity({ ...device, productNumber: null, firmwareVersion: null }, NOW)).toBe('Online');
});
