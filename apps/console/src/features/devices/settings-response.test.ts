import { COMMANDS } from '@waymark/commands/commands';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings-response.ts';

const detectors = {
  lastFrequency0Setting: 0,
  lastFrequency1Setting: 22,
  lastFrequency2Setting: 22,
  lastFrequency3Setting: 22,
  lastSensitivity0: 4,
  lastSensitivity1: 4,
  lastSensitivity2: 4,
  lastSensitivity3: 4,
  lastEnable0: true,
  lastEnable1: true,
  lastEnable2: false,
  lastEnable3: false,
};

describe('the settings in a response', () => {
  it.each([
    ['PowerMode', COMMANDS.PowerMode.example, { lastPowerMode: 2, schedule: 0 }],
    ['RecordMode', COMMANDS.RecordMode.example, { lastRecordMode: 1 }],
    ['FrequencySelect', COMMANDS.FrequencySelect.example, detectors],
    ['StreamEnable', { ...COMMANDS.StreamEnable.example, streamMode: 1 }, { lastStreamMode: 1 }],
    ['GeoMode', COMMANDS.GeoMode.example, { lastGeoMode: 2 }],
    ['SdMode', COMMANDS.SdMode.example, {}],
    ['DeviceRestart', COMMANDS.DeviceRestart.example, {}],
    [
      'IridiumSettings',
      COMMANDS.IridiumSettings.example,
      { ...detectors, lastPowerMode: 2, schedule: 0, lastRecordMode: 1, psgSize: 0, psgState: 1, lastGeoMode: 2 },
    ],
  ] as const)('readSettings maps %s, in its own spelling', (_, parameters, settings) => {
    expect(readSettings(parameters)).toEqual(settings);
  });

  it('readSettings leaves out absent settings', () => {
    expect(readSettings({ powerMode: 0, FileNamesStartDate: null })).toEqual({ lastPowerMode: 0 });
  });
});
