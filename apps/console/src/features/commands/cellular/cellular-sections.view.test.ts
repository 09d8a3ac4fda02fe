import { COMMANDS } from '@waymark/commands/commands';
import { exampleDevice } from '@waymark/contract/devices/device';
import { describe, expect, it } from 'vitest';
import { readDevice } from '#/features/devices/store/device.wire.ts';
import { describePresent, listCellularSections } from './cellular-sections.view.ts';

const device = readDevice(exampleDevice);
const list = (firmwareVersion: number | null) => listCellularSections({ firmwareVersion, isIridium: false });
const refused = (firmwareVersion: number) =>
  list(firmwareVersion)
    .filter(({ refusal }) => refusal !== undefined)
    .map(({ type }) => type);

const SECTION_IDS = [
  ['C-001', 'Power Mode'],
  ['C-002', 'Record Mode'],
  ['C-003', 'Detectors'],
  ['C-004', 'Device Info'],
  ['C-005', 'Request Settings'],
  ['C-006', 'Detection Count Reset'],
  ['C-007', 'Device Restart'],
  ['C-008', 'Stream Enable'],
  ['C-009', 'Disk Commands'],
  ['C-010', 'Geophone Gain'],
  ['C-011', 'Shutdown AGM'],
  ['C-012', 'Antenna Detector'],
  ['C-013', 'Download within Time Range'],
] as const;
const ALL: string[] = SECTION_IDS.map(([, title]) => title);

/** The sections of the requirements; later commands may add more. */
const titles = (firmwareVersion: number | null) =>
  list(firmwareVersion)
    .map(({ type }) => COMMANDS[type].label as string)
    .filter((title) => ALL.includes(title));

describe('the sections for a cellular device', () => {
  it('all sections exist for firmware 2.6, in order', () => {
    expect(titles(2.6)).toEqual(ALL);
    expect(refused(2.6)).toEqual([]);
  });

  it.each(SECTION_IDS)('[%s] sections include "%s"', (_, title) => {
    expect(titles(2.6)).toContain(title);
  });

  it('[C-023] [C-024] [C-025] [C-026] record mode, device info, settings and count reset are left out from firmware 10', () => {
    expect(titles(9.9)).toEqual(ALL);
    const kept = [
      'Power Mode',
      'Detectors',
      'Device Restart',
      'Stream Enable',
      'Disk Commands',
      'Shutdown AGM',
      'Download within Time Range',
    ];
    expect(titles(10)).toEqual(kept);
    expect(titles(10.71)).toEqual(kept);
  });

  it('[C-020] [C-027] geophone gain exists above firmware 2.3 and below 10', () => {
    const has = (firmware: number) => titles(firmware).includes('Geophone Gain');
    expect([2.2, 2.3, 2.4, 9.9, 10].map(has)).toEqual([false, false, true, true, false]);
  });

  it('[C-028] the antenna detector exists below firmware 10', () => {
    expect([9.9, 10].map((firmware) => titles(firmware).includes('Antenna Detector'))).toEqual([true, false]);
  });

  it('[C-021] new commands are disabled with the reason for firmware up to 2.4', () => {
    expect(refused(2.3)).toEqual(['AGMShutDwn', 'FoldState', 'DownloadRange']);
    expect(refused(2.4)).toEqual(['AGMShutDwn', 'FoldState', 'DownloadRange']);
    expect(refused(2.5)).toEqual([]);
    const download = list(2.4).find(({ type }) => type === 'DownloadRange');
    expect(download?.refusal).toBe('The firmware of the device is too old for this command.');
  });

  it('all commands are enabled for a device with unknown firmware', () => {
    expect(titles(null)).toEqual(ALL);
  });
});

describe('the present value beside a title', () => {
  it('the present value is the last reported one', () => {
    expect(describePresent('PowerMode', { ...device, lastPowerMode: 2, schedule: 0 })).toBe(
      'Low Power, every 30 minutes',
    );
    expect(describePresent('PowerMode', { ...device, lastPowerMode: 0, schedule: 0 })).toBe('Active');
    expect(describePresent('RecordMode', { ...device, lastRecordMode: 1 })).toBe('On');
    expect(describePresent('GeoMode', { ...device, lastGeoMode: 2 })).toBe('High');
    expect(describePresent('DetectionCountReset', { ...device, lastDetectionCount: 148 })).toBe('148');
    expect(
      describePresent('FrequencySelect', {
        ...device,
        lastEnable0: true,
        lastEnable1: true,
        lastEnable2: false,
        lastEnable3: true,
      }),
    ).toBe('3 of 4 enabled');
  });

  it('the present value is left out if the device has not reported it', () => {
    expect(describePresent('PowerMode', { ...device, lastPowerMode: null })).toBeNull();
    expect(describePresent('FrequencySelect', { ...device, lastEnable3: null })).toBeNull();
    expect(describePresent('DeviceRestart', device)).toBeNull();
    expect(describePresent('StreamEnable', { ...device, lastStreamMode: null })).toBe('BT/Cell');
  });
});
