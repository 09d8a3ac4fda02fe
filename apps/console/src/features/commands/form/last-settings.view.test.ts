import { exampleDevice } from '@waymark/contract/devices/device';
import { describe, expect, it } from 'vitest';
import { readDevice } from '#/features/devices/store/device.wire.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { readDetectorsDraft, readPowerDraft, readStreamChoice } from './last-settings.view.ts';

const known: Device = {
  ...readDevice(exampleDevice),
  lastPowerMode: 1,
  schedule: 3,
  lastFrequency0Setting: 0,
  lastFrequency1Setting: 25,
  lastFrequency2Setting: 12,
  lastFrequency3Setting: 30,
  lastSensitivity0: 0,
  lastSensitivity1: 6,
  lastSensitivity2: 3,
  lastSensitivity3: 1,
  lastEnable0: false,
  lastEnable1: true,
  lastEnable2: true,
  lastEnable3: false,
};
const silent: Device = {
  ...known,
  lastPowerMode: null,
  schedule: null,
  lastFrequency0Setting: null,
  lastFrequency1Setting: null,
  lastFrequency2Setting: null,
  lastFrequency3Setting: null,
  lastSensitivity0: null,
  lastSensitivity1: null,
  lastSensitivity2: null,
  lastSensitivity3: null,
  lastEnable0: null,
  lastEnable1: null,
  lastEnable2: null,
  lastEnable3: null,
};

describe('the initial values of the forms', () => {
  it('[C-015] forms show the last reported settings', () => {
    expect(readPowerDraft(known)).toEqual({ mode: 1, schedule: 3 });
    expect(readDetectorsDraft(known)).toEqual({
      isHighSpeed: false,
      detectors: [
        { hz: '0', sensitivity: 0, isEnabled: false },
        { hz: '25', sensitivity: 6, isEnabled: true },
        { hz: '12', sensitivity: 3, isEnabled: true },
        { hz: '30', sensitivity: 1, isEnabled: false },
      ],
    });
  });

  it('[C-016] [C-017] [C-018] [C-019] [C-086] forms show 22 Hz, High, and detectors 0 and 1 on if the device has not reported them', () => {
    expect(readDetectorsDraft(silent).detectors).toEqual([
      { hz: '0', sensitivity: 4, isEnabled: true },
      { hz: '22', sensitivity: 4, isEnabled: true },
      { hz: '22', sensitivity: 4, isEnabled: false },
      { hz: '22', sensitivity: 4, isEnabled: false },
    ]);
  });

  it('[C-088, W-215] forms have no power mode and no schedule selected if the device has not reported them', () => {
    expect(readPowerDraft(silent)).toEqual({ mode: null, schedule: null });
  });

  it('forms use the default for a detector without a frequency, so that they can be sent', () => {
    expect(readDetectorsDraft({ ...known, lastFrequency3Setting: 0 }).detectors[3]?.hz).toBe('22');
    expect(readDetectorsDraft({ ...known, lastFrequency0Setting: 22 }).detectors[0]?.hz).toBe('0');
  });

  it('forms show every kind of stream as On', () => {
    expect([null, 0, 1, 2, 3].map((lastStreamMode) => readStreamChoice({ lastStreamMode }))).toEqual([
      null,
      0,
      1,
      1,
      1,
    ]);
  });
});
