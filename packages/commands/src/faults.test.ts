import { describe, expect, test } from 'vitest';
import { findCommandFault, type CommandType } from './commands.ts';
import { describeCommandFault, type CommandFault } from './faults.ts';

type Row = readonly [string, CommandType, Readonly<Record<string, unknown>>, number | null, CommandFault | null];

const range = (lengthS: number) => ({
  FileNamesStartDate: '2026-03-16 09:40:00',
  FileNamesEndDate: new Date(Date.UTC(2026, 2, 16, 9, 40) + lengthS * 1000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' '),
});
const files = (FileType: number, lengthS: number) => ({ FileType, ...range(lengthS) });
const pulse = { HighSpeedPulse: 1 };

describe('cellular link', () => {
  test.each<Row>([
    ['a gate comes first', 'DownloadRange', files(1, 0), 2.4, 'firmware-too-old'],
    ['a satellite command', 'IridiumSettings', {}, 10.8, 'other-link'],
    ['Active', 'PowerMode', { powerMode: 0 }, 2.3, null],
    ['Low Power', 'PowerMode', { powerMode: 2, connectSchedule: 0 }, 2.3, null],
    ['Cellular OFF before 10.44', 'PowerMode', { powerMode: 3 }, 10.43, 'firmware-too-old'],
    ['Cellular OFF of 10.5, which is 10.05', 'PowerMode', { powerMode: 3 }, 10.05, 'firmware-too-old'],
    ['Cellular OFF from 10.44', 'PowerMode', { powerMode: 3 }, 10.44, null],
    ['Download as record mode', 'RecordMode', { recordMode: 2 }, 9.9, null],
    ['[C-050] HighSpeedPulse before 2.6', 'FrequencySelect', pulse, 2.5, 'firmware-too-old'],
    ['[C-050] HighSpeedPulse from 2.6', 'FrequencySelect', pulse, 2.6, null],
    ['[C-050] HighSpeedPulse to an unknown firmware', 'FrequencySelect', pulse, null, null],
    ['detectors without it', 'FrequencySelect', {}, 2.5, null],
    ['Format SD card below 10', 'SdMode', { SdMode: 3 }, 9.9, null],
    ['Format SD card from 10', 'SdMode', { SdMode: 3 }, 10, null],
    ['another disk command below 10', 'SdMode', { SdMode: 7 }, 9.9, null],
    ['another disk command from 10', 'SdMode', { SdMode: 7 }, 10, 'firmware-too-new'],
    ['another disk command to an unknown firmware', 'SdMode', { SdMode: 0 }, null, null],
  ])('checks over cellular: %s', (_, type, parameters, firmwareVersion, expected) => {
    expect(findCommandFault(type, parameters, { firmwareVersion, isIridium: false })).toBe(expected);
  });

  test.each<Row>([
    ['recorded passages of a day', 'DownloadRange', files(1, 86_400), 10, null],
    ['[C-092] below 10, dates in the wrong order', 'DownloadRange', files(1, -1), 9.9, 'not-a-window'],
    ['[C-092] below 10, two equal dates', 'DownloadRange', files(0, 0), 9.9, 'not-a-window'],
    ['[C-092] below 10, no date', 'DownloadRange', { ...files(2, 60), FileNamesEndDate: 'soon' }, 9.9, 'not-a-window'],
    ['[C-092] below 10, raw of five minutes', 'DownloadRange', files(3, 300), 9.9, null],
    ['raw between 10 and 10.71', 'DownloadRange', files(3, 60), 10.7, 'firmware-too-old'],
    ['raw of 120 s', 'DownloadRange', files(3, 120), 10.71, null],
    ['raw of 121 s', 'DownloadRange', files(3, 121), 10.71, 'window-too-long'],
    ['raw of 121 s from an unknown firmware', 'DownloadRange', files(3, 121), null, null],
    ['an unknown file type', 'DownloadRange', files(4, 60), 10.71, 'firmware-too-old'],
  ])('checks a download over cellular: %s', (_, type, parameters, firmwareVersion, expected) => {
    expect(findCommandFault(type, parameters, { firmwareVersion, isIridium: false })).toBe(expected);
  });
});

describe('satellite link', () => {
  test.each<Row>([
    ['a cellular command', 'PowerMode', { powerMode: 0 }, 10.8, 'other-link'],
    ['settings without modes', 'IridiumSettings', {}, 10, null],
    ['Low Power before 10.29', 'IridiumSettings', { powerMode: 2 }, 10.28, 'firmware-too-old'],
    ['Low Power from 10.29', 'IridiumSettings', { powerMode: 2 }, 10.29, null],
    ['Hibernate before 10.29', 'IridiumSettings', { powerMode: 1 }, 10.28, null],
    ['Low Power to an unknown firmware', 'IridiumSettings', { powerMode: 2 }, null, null],
    ['Cellular OFF', 'IridiumSettings', { powerMode: 3 }, 10.8, 'other-link'],
    ['Cellular OFF to an unknown firmware', 'IridiumSettings', { powerMode: 3 }, null, 'other-link'],
    ['recording on', 'IridiumSettings', { recordMode: 1 }, 10.8, null],
    ['Download as record mode', 'IridiumSettings', { recordMode: 2 }, 10.8, 'other-link'],
    ['the gain of the geophone, whatever the firmware', 'IridiumSettings', { GeoMode: 3 }, 10.8, null],
    ['[C-099] offline files of ten minutes', 'IridiumOfflineDownload', range(600), 10.8, null],
    ['[C-099] a second more', 'IridiumOfflineDownload', range(601), 10.8, 'window-too-long'],
    ['[C-099] of no time', 'IridiumOfflineDownload', range(0), 10.8, 'not-a-window'],
    ['the end of a download', 'IridiumExitOfflineDownload', {}, 10.8, null],
  ])('checks over satellite: %s', (_, type, parameters, firmwareVersion, expected) => {
    expect(findCommandFault(type, parameters, { firmwareVersion, isIridium: true })).toBe(expected);
  });
});

test('[W-154] satellite settings are validated as such while the link is unknown', () => {
  const target = { firmwareVersion: null, isIridium: null };
  expect(findCommandFault('IridiumSettings', { powerMode: 1 }, target)).toBeNull();
  expect(findCommandFault('IridiumSettings', { powerMode: 3 }, target)).toBe('other-link');
  expect(findCommandFault('IridiumSettings', { recordMode: 2 }, target)).toBe('other-link');
  expect(findCommandFault('PowerMode', { powerMode: 3 }, target)).toBeNull();
});

test('every fault has a text of its own', () => {
  const faults: CommandFault[] = [
    'other-link',
    'firmware-too-old',
    'firmware-too-new',
    'not-a-window',
    'window-too-long',
  ];
  const words = faults.map((fault) => describeCommandFault(fault));
  expect(new Set(words).size).toBe(faults.length);
  for (const text of words) expect(text).toMatch(/^[A-Z].+\.$/);
});
