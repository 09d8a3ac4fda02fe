import { describe, expect, it } from 'vitest';
import { COMMANDS, COMMAND_TYPES, describeParameters } from './commands.ts';

const detectors = {
  frequency0: 0,
  frequency1: 22,
  frequency2: 10,
  frequency3: 22,
  sensitivity0: 4,
  sensitivity1: 6,
  sensitivity2: 0,
  sensitivity3: 4,
  enable0: 1,
  enable1: 1,
  enable2: 0,
  enable3: 0,
};

describe('a command in words', () => {
  it.each([
    ['PowerMode', { powerMode: 2, connectSchedule: 0 }, 'Low Power, every 30 minutes'],
    ['PowerMode', { powerMode: 0, connectSchedule: 3 }, 'Active'],
    ['PowerMode', { powerMode: 3 }, 'Cellular OFF'],
    ['RecordMode', { recordMode: 2 }, 'Download'],
    ['FrequencySelect', detectors, 'On: MAG (High), 1 (22 Hz, Ultra High)'],
    ['FrequencySelect', { ...detectors, enable0: 0, enable1: 0, HighSpeedPulse: 1 }, 'All off; high-speed pulse on'],
    ['StreamEnable', { streamEnabled: true }, 'On'],
    ['StreamEnable', { streamEnabled: false }, 'Off'],
    ['SdMode', { SdMode: 3 }, 'Format SD card'],
    ['GeoMode', { GeoMode: 3 }, 'Very High'],
    ['FoldState', { UnfoldedAntennaDetectorEnable: 0 }, 'Off'],
    ['CellOfflineDownloadState', { OfflineDownloadState: 1 }, 'On'],
    ['DownloadRange', COMMANDS.DownloadRange.example, 'Online, 2026-03-16 09:40:00 to 2026-03-16 09:50:00'],
    ['IridiumOfflineDownload', COMMANDS.IridiumOfflineDownload.example, '2026-03-16 09:40:00 to 2026-03-16 09:50:00'],
    ['AddressChange', { address: 'devices.example.com' }, 'devices.example.com'],
    ['DeviceRestart', {}, ''],
  ] as const)('%s %j says "%s"', (type, parameters, words) => {
    expect(describeParameters(type, parameters)).toBe(words);
  });

  it('[W-145] satellite settings name what they set, and what they leave out stays unsaid', () => {
    const all = {
      ...detectors,
      powerMode: 1,
      connectSchedule: 1,
      recordMode: 0,
      detectCountReset: 1,
      restartUnit: 0,
      psgSize: 1,
      psgState: 0,
      UnfoldedAntennaDetectorEnable: 1,
      GeoMode: 2,
      OfflineDownloadState: 0,
      ClearIridiumOfflineFiles: 1,
      FileNamesStartDate: null,
      FileNamesEndDate: null,
    };
    expect(describeParameters('IridiumSettings', all).split(' · ')).toEqual([
      'Hibernate, every hour',
      'Record mode Off',
      'Detectors on: MAG (High), 1 (22 Hz, Ultra High)',
      'Passage size 20 sec',
      'Passage state Detection Only',
      'Antenna detector On',
      'Geo mode High',
      'Offline download Off',
      'Detection count reset',
      'Clear Iridium offline files',
    ]);
    expect(describeParameters('IridiumSettings', { powerMode: 0 })).toBe('Active');
  });

  it('of every type, with any parameters, is without a hole', () => {
    for (const type of COMMAND_TYPES) {
      expect(describeParameters(type, COMMANDS[type].example)).not.toMatch(/undefined|null|n\/a/);
    }
  });
});
