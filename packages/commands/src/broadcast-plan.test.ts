import { describe, expect, test } from 'vitest';
import type { BroadcastCode } from './broadcast-codes.ts';
import { MOST_SATELLITE_DOWNLOADS, planBroadcast, type PlannedCommand } from './broadcast-plan.ts';
import type { BroadcastDevice } from './broadcast-settings.ts';
import { readWindow } from './windows.ts';

const NEW: BroadcastDevice = {
  firmwareVersion: 10.71,
  isIridium: false,
  schedule: null,
  frequencies: [0, 22, 22, 22],
  sensitivities: [4, 4, 4, 4],
};
const SATELLITE: BroadcastDevice = { ...NEW, isIridium: true, frequencies: [0, 10, 10, 10] };
const UNREPORTED = { frequencies: null, sensitivities: null } as const;
const SET = { schedule: 4, frequencies: [0, 15, 18, null], sensitivities: [1, 2, null, 6] };

const START = '2026-03-16 09:00:00';
const END = '2026-03-16 12:00:00';
const WINDOW = readWindow(START, END);
const dates = { FileNamesStartDate: START, FileNamesEndDate: END };

const at = (time: string) => Date.parse(`2026-03-16T${time}Z`);

function plan(device: BroadcastDevice, codes: readonly BroadcastCode[], passages: readonly number[] = []) {
  return planBroadcast({ codes, window: WINDOW, passages }, device);
}

const detectors = (enables: readonly number[], frequencies: readonly number[], sensitivities = [4, 4, 4, 4]) =>
  Object.fromEntries(
    [0, 1, 2, 3].flatMap((detector) => [
      [`frequency${detector}`, frequencies[detector]],
      [`sensitivity${detector}`, sensitivities[detector]],
      [`enable${detector}`, enables[detector]],
    ]),
  );
const HZ_22 = [0, 22, 22, 22];

describe('cellular device', () => {
  test.each<[string, BroadcastCode, PlannedCommand]>([
    ['[B-018] active', 'PM', { type: 'PowerMode', parameters: { powerMode: 0 } }],
    [
      '[B-019] low power, every 30 minutes',
      'PMLP',
      { type: 'PowerMode', parameters: { powerMode: 2, connectSchedule: 0 } },
    ],
    ['[B-020] MAG only', 'FS1', { type: 'FrequencySelect', parameters: detectors([1, 0, 0, 0], HZ_22) }],
    ['[B-021] MAG and 22 Hz', 'FS2', { type: 'FrequencySelect', parameters: detectors([1, 1, 0, 0], HZ_22) }],
    ['[B-022] 22 Hz only', 'FS3', { type: 'FrequencySelect', parameters: detectors([0, 1, 0, 0], HZ_22) }],
    ['[B-023] all detectors off', 'FS4', { type: 'FrequencySelect', parameters: detectors([0, 0, 0, 0], HZ_22) }],
    ['[B-024] format disk', 'SD', { type: 'SdMode', parameters: { SdMode: 3 } }],
    ['[B-025] the files between the dates', 'RFD', { type: 'DownloadRange', parameters: { FileType: 1, ...dates } }],
  ])('%s (%s)', (_, code, command) => {
    expect(plan(NEW, [code])).toEqual({ commands: [command], failure: null });
  });

  test('[B-019] low power keeps the current schedule', () => {
    expect(plan({ ...NEW, ...SET }, ['PMLP']).commands).toEqual([
      { type: 'PowerMode', parameters: { powerMode: 2, connectSchedule: 4 } },
    ]);
  });

  test.each<[BroadcastCode, number[], number[]]>([
    ['FS1', [1, 0, 0, 0], [0, 15, 18, 22]],
    ['FS2', [1, 1, 0, 0], [0, 22, 18, 22]],
    ['FS3', [0, 1, 0, 0], [0, 22, 18, 22]],
    ['FS4', [0, 0, 0, 0], [0, 15, 18, 22]],
  ])('%s keeps the last sensitivities and the frequencies that it does not set', (code, enables, frequencies) => {
    expect(plan({ ...NEW, ...SET }, [code]).commands).toEqual([
      { type: 'FrequencySelect', parameters: detectors(enables, frequencies, [1, 2, 4, 6]) },
    ]);
  });

  test('an invalid frequency is not kept', () => {
    const [command] = plan({ ...NEW, frequencies: [22, 0, 255, 9] }, ['FS1']).commands;
    expect(command?.parameters).toEqual(detectors([1, 0, 0, 0], HZ_22));
  });

  test.each<[BroadcastCode, number[]]>([
    ['FS1', [1, 0, 0, 0]],
    ['FS2', [1, 1, 0, 0]],
    ['FS3', [0, 1, 0, 0]],
    ['FS4', [0, 0, 0, 0]],
  ])('[W-210] %s sends High and 22 Hz where the device has not reported its detectors', (code, enables) => {
    for (const frequencies of [null, [null, null, null, null]])
      expect(plan({ ...NEW, ...UNREPORTED, frequencies }, [code])).toEqual({
        commands: [{ type: 'FrequencySelect', parameters: detectors(enables, HZ_22) }],
        failure: null,
      });
  });

  test('HighSpeedPulse is never sent', () => {
    for (const code of ['FS1', 'FS2', 'FS3', 'FS4'] as const)
      expect(plan(NEW, [code]).commands[0]?.parameters).not.toHaveProperty('HighSpeedPulse');
  });

  test('low power goes last, because the device may sleep after it', () => {
    expect(plan(NEW, ['PMLP', 'SD', 'FS1']).commands.map(({ type }) => type)).toEqual([
      'FrequencySelect',
      'SdMode',
      'PowerMode',
    ]);
    expect(plan(NEW, ['RFD', 'FS1', 'PM']).commands.map(({ type }) => type)).toEqual([
      'PowerMode',
      'FrequencySelect',
      'DownloadRange',
    ]);
  });

  test('a download window is widened to whole seconds', () => {
    const order = { codes: ['RFD'] as const, window: { startAt: 1999, endAt: 4001 }, passages: [] };
    expect(planBroadcast(order, NEW).commands[0]?.parameters).toMatchObject({
      FileNamesStartDate: '1970-01-01 00:00:01',
      FileNamesEndDate: '1970-01-01 00:00:05',
    });
  });

  test.each<[BroadcastCode, number | null, string | null]>([
    ['RFD', 2.4, 'Download between dates: The firmware of the device is too old for this command.'],
    ['RFD', 2.5, null],
    ['SD', 2.3, null],
    ['FS2', 2.3, null],
    ['RFD', null, null],
  ])('%s to firmware %s: %s', (code, firmwareVersion, failure) => {
    const planned = plan({ ...NEW, firmwareVersion }, [code]);
    expect(planned.failure).toBe(failure);
    expect(planned.commands).toHaveLength(failure === null ? 1 : 0);
  });

  test('a refused command holds back the others', () => {
    expect(plan({ ...NEW, firmwareVersion: 2.4 }, ['PM', 'FS1', 'RFD'])).toEqual({
      commands: [],
      failure: 'Download between dates: The firmware of the device is too old for this command.',
    });
  });

  test('a download without dates is refused', () => {
    const planned = planBroadcast({ codes: ['RFD'], window: null, passages: [] }, NEW);
    expect(planned).toEqual({
      commands: [],
      failure: 'Download between dates: A valid start and end date, with the start before the end, is required.',
    });
  });
});

test.each<BroadcastCode>(['PM', 'FS4', 'SD', 'RFD'])('[W-154] %s is refused while the link is unknown', (code) => {
  expect(plan({ ...NEW, isIridium: null }, [code])).toMatchObject({
    commands: [],
    failure: expect.stringMatching(/The device has not reported yet: its link is unknown\.$/),
  });
});

describe('satellite device', () => {
  const HZ_10 = [0, 10, 10, 10];

  test('all settings are combined into one message', () => {
    expect(plan({ ...SATELLITE, schedule: 7 }, ['FS1', 'PMLP'])).toEqual({
      commands: [
        {
          type: 'IridiumSettings',
          parameters: { powerMode: 2, connectSchedule: 7, ...detectors([1, 0, 0, 0], HZ_10) },
        },
      ],
      failure: null,
    });
  });

  test.each<[BroadcastCode, PlannedCommand['parameters']]>([
    ['PM', { powerMode: 0 }],
    ['FS2', detectors([1, 1, 0, 0], [0, 22, 10, 10])],
    ['FS3', detectors([0, 1, 0, 0], [0, 22, 10, 10])],
    ['FS4', detectors([0, 0, 0, 0], HZ_10)],
  ])('%s sets only what it says', (code, parameters) => {
    expect(plan(SATELLITE, [code]).commands).toEqual([{ type: 'IridiumSettings', parameters }]);
  });

  test.each<[BroadcastCode, Readonly<Record<string, number>>]>([
    ['FS1', { frequency0: 0, enable0: 1, enable1: 0, enable2: 0, enable3: 0 }],
    ['FS2', { frequency0: 0, enable0: 1, frequency1: 22, enable1: 1, enable2: 0, enable3: 0 }],
  ])('[W-157] %s omits settings that the device has not reported', (code, parameters) => {
    expect(plan({ ...SATELLITE, ...UNREPORTED }, [code]).commands).toEqual([{ type: 'IridiumSettings', parameters }]);
  });

  test('formatting the disk over satellite is refused with a reason', () => {
    expect(plan(SATELLITE, ['SD', 'PM'])).toEqual({
      commands: [],
      failure: 'Format disk: It does not go over satellite.',
    });
  });

  test('low power needs firmware 10.29', () => {
    expect(plan({ ...SATELLITE, firmwareVersion: 10.28 }, ['PMLP', 'FS1'])).toEqual({
      commands: [],
      failure: 'Power mode low power: The firmware of the device is too old for this command.',
    });
    expect(plan({ ...SATELLITE, firmwareVersion: 10.29 }, ['PMLP']).failure).toBeNull();
  });

  test("[B-025] downloads cover the device's passages and come after the settings", () => {
    const { commands, failure } = plan(SATELLITE, ['RFD', 'PM'], [at('10:00:00'), at('11:00:00')]);
    expect(failure).toBeNull();
    expect(commands).toEqual([
      { type: 'IridiumSettings', parameters: { powerMode: 0 } },
      {
        type: 'IridiumOfflineDownload',
        parameters: { FileNamesStartDate: '2026-03-16 09:55:00', FileNamesEndDate: '2026-03-16 10:05:00' },
      },
      {
        type: 'IridiumOfflineDownload',
        parameters: { FileNamesStartDate: '2026-03-16 10:55:00', FileNamesEndDate: '2026-03-16 11:05:00' },
      },
    ]);
  });

  test('a window without passages has nothing to download', () => {
    expect(plan(SATELLITE, ['RFD'], [at('13:00:00')])).toEqual({
      commands: [],
      failure:
        'Download between dates: Over satellite only passages can be downloaded, and there is none between the dates.',
    });
  });

  test('twelve downloads are sent at most, and the failure says where the rest begins', () => {
    const passages = Array.from({ length: 14 }, (_, place) => at('09:01:00') + place * 600_000);
    const { commands, failure } = plan(SATELLITE, ['RFD'], passages);
    expect(commands).toHaveLength(MOST_SATELLITE_DOWNLOADS);
    expect(commands.at(-1)?.parameters).toEqual({
      FileNamesStartDate: '2026-03-16 10:50:00',
      FileNamesEndDate: '2026-03-16 11:00:00',
    });
    expect(failure).toBe(
      'Download between dates: Only 12 downloads go over satellite at once. Send it again from 2026-03-16 11:00:00.',
    );
  });
});
