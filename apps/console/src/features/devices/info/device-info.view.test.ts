import { exampleDevice } from '@waymark/contract/devices/device';
import { describe, expect, it } from 'vitest';
import type { Device } from '../store/device.ts';
import { readDevice } from '../store/device.wire.ts';
import {
  describeEnabled,
  describeHeartbeat,
  describeLastPassage,
  listChartButtons,
  listDetectors,
  listIridiumRows,
  listModeRows,
} from './device-info.view.ts';

const device = readDevice(exampleDevice);
const now = Date.UTC(2026, 2, 18, 0, 6, 51);
const modes = (parts: Partial<Device> = {}) =>
  Object.fromEntries(listModeRows({ ...device, ...parts }, now).map(({ label, text }) => [label, text]));

describe('the device info panel', () => {
  it('[D-008] shows the heartbeat time', () => {
    expect(describeHeartbeat(device)).toEqual({ label: 'Heartbeat', text: '2026-03-18 00:03:59', isTime: true });
    expect(describeHeartbeat({ lastHeartbeat: null })).toEqual({ label: 'Heartbeat', text: 'n/a' });
  });

  it('[D-017] [D-024] [D-025] shows power mode, record mode and geo mode in their fixed order', () => {
    expect(modes()).toEqual({
      'Power mode': 'Low Power',
      Schedule: 'Every 30 minutes',
      'Expected wake-up': '2026-03-18 00:30:05',
      'Record mode': 'On',
      'Geo mode': 'High',
      'Stream mode': 'Cell Stream On',
    });
    const all = { isConnected: false, lastShutdownTime: '2026-03-17 22:58:41' };
    const order = [
      'Power mode',
      'Schedule',
      'Expected wake-up',
      'Shutdown time',
      'Record mode',
      'Geo mode',
      'Stream mode',
    ];
    expect(Object.keys(modes(all))).toEqual(order);
  });

  it('[D-023] offers to listen to a device, unless it is on the satellite link', () => {
    const listens = (isIridium: boolean) =>
      listModeRows({ ...device, isIridium }, now).find((row) => row.hasListen)?.label;
    expect(listens(false)).toBe('Stream mode');
    expect(listens(true)).toBeUndefined();
  });

  it('[D-018] shows the schedule when the power mode is not Active', () => {
    expect(modes({ lastPowerMode: 0 })).not.toHaveProperty('Schedule');
    expect(modes({ lastPowerMode: 1, schedule: 3 })['Schedule']).toBe('Every 4 hours');
  });

  it('[D-027] shows the expected wake-up only while it is in the future', () => {
    expect(modes({ lastExpectedWakeupTime: '2026-03-18 00:06:51' })).not.toHaveProperty('Expected wake-up');
    expect(modes({ lastExpectedWakeupTime: '2026-03-18 00:06:52' })['Expected wake-up']).toBe('2026-03-18 00:06:52');
  });

  it('[D-028] shows the shutdown time when the device is not connected', () => {
    const lastShutdownTime = '2026-03-17 22:58:41';
    expect(modes({ lastShutdownTime, isConnected: false })['Shutdown time']).toBe(lastShutdownTime);
    expect(modes({ lastShutdownTime, isConnected: true })).not.toHaveProperty('Shutdown time');
  });

  it('[D-022] shows the stream mode, BT/Cell for an unknown stream mode', () => {
    expect(modes({ lastStreamMode: null })['Stream mode']).toBe('BT/Cell');
  });

  it('shows the last passage to the second', () => {
    expect(describeLastPassage(device)).toEqual({ label: 'Last passage', text: '2026-03-16 09:41:56', isTime: true });
    expect(describeLastPassage({ lastPassage: null }).text).toBe('n/a');
  });

  it('[D-020] [D-021] shows state and size of passages for Iridium devices only', () => {
    expect(listIridiumRows(device)).toEqual([]);
    expect(listIridiumRows({ isIridium: true, psgState: 1, psgSize: 0 })).toEqual([
      { label: 'Passage state', text: 'Detection & GEO' },
      { label: 'Passage size', text: '10 sec' },
    ]);
    expect(listIridiumRows({ isIridium: true, psgState: 0, psgSize: 1 }).map(({ text }) => text)).toEqual([
      'Detection Only',
      '20 sec',
    ]);
  });

  it('[D-019] shows a button for each waveform, enabled if the waveform was received', () => {
    const offered = (ids: Parameters<typeof listChartButtons>[0]) =>
      listChartButtons(ids).map(({ label, type, isThere }) => [label, type, isThere]);
    expect(offered({ elfId: 1, geoId: null, magId: 3 })).toEqual([
      ['ELF', 0, true],
      ['GEO', 1, false],
      ['MAG', 2, true],
    ]);
    expect(offered(undefined).map(([, , isThere]) => isThere)).toEqual([false, false, false]);
  });

  it('[D-026] shows four detectors with frequency, sensitivity and whether they are enabled', () => {
    expect(listDetectors({ ...device, lastFrequency3Setting: null, lastEnable3: null })).toEqual([
      { number: 0, frequency: 0, sensitivity: 'High', isEnabled: true },
      { number: 1, frequency: 22, sensitivity: 'High', isEnabled: true },
      { number: 2, frequency: 22, sensitivity: 'Medium', isEnabled: false },
      { number: 3, frequency: null, sensitivity: 'Medium', isEnabled: null },
    ]);
    expect([true, false, null].map(describeEnabled)).toEqual(['On', 'Off', 'n/a']);
  });
});
