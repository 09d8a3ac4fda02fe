import { describe, expect, test } from 'vitest';
import { COMMAND_TYPES, findGateFault, listTypesOfLink, type CommandType } from './commands.ts';
import { findFirmwareFault, type GateFault } from './gates.ts';

const SATELLITE_TYPES = ['IridiumSettings', 'IridiumOfflineDownload', 'IridiumExitOfflineDownload'] as const;

const over = (link: 'cellular' | 'iridium', type: CommandType, firmwareVersion: number | null): GateFault | null =>
  findGateFault(type, { firmwareVersion, isIridium: link === 'iridium' });

describe('cellular link', () => {
  test.each<[CommandType, [number, GateFault | null][]]>([
    [
      'GeoMode',
      [
        [2.3, 'firmware-too-old'],
        [2.4, null],
        [9.9, null],
        [10, 'firmware-too-new'],
      ],
    ],
    [
      'FoldState',
      [
        [2.4, 'firmware-too-old'],
        [2.5, null],
        [9.9, null],
        [10, 'firmware-too-new'],
      ],
    ],
    [
      'AGMShutDwn',
      [
        [2.3, 'firmware-too-old'],
        [2.4, 'firmware-too-old'],
        [2.5, null],
        [10, null],
      ],
    ],
    [
      'CellOfflineDownloadState',
      [
        [2.4, 'firmware-too-old'],
        [2.5, null],
        [10, null],
      ],
    ],
    [
      'DownloadRange',
      [
        [2.4, 'firmware-too-old'],
        [2.5, null],
        [10.71, null],
      ],
    ],
    [
      'RecordMode',
      [
        [1, null],
        [9.9, null],
        [10, 'firmware-too-new'],
        [10.05, 'firmware-too-new'],
      ],
    ],
    [
      'DeviceInfo',
      [
        [1, null],
        [9.9, null],
        [10, 'firmware-too-new'],
      ],
    ],
    [
      'ControlSettings',
      [
        [1, null],
        [9.9, null],
        [10, 'firmware-too-new'],
      ],
    ],
    [
      'DetectionCountReset',
      [
        [1, null],
        [9.9, null],
        [10, 'firmware-too-new'],
      ],
    ],
  ])('%s requires its firmware', (type, expected) => {
    expect(expected.map(([version]) => [version, over('cellular', type, version)])).toEqual(expected);
  });

  test.each<CommandType>([
    'PowerMode',
    'FrequencySelect',
    'StreamEnable',
    'SdMode',
    'DeviceRestart',
    'GpsFix',
    'FactoryReset',
    'AddressChange',
  ])('%s is open to every firmware', (type) => {
    expect([1, 2.3, 2.4, 9.9, 10, 10.44, 10.71, 11].map((version) => over('cellular', type, version))).toEqual(
      Array(8).fill(null),
    );
  });

  test('satellite commands are refused over cellular', () => {
    for (const type of SATELLITE_TYPES) expect(over('cellular', type, 10.8)).toBe('other-link');
  });

  test('an unknown firmware is refused nothing', () => {
    expect(listTypesOfLink('cellular').filter((type) => over('cellular', type, null) !== null)).toEqual([]);
  });
});

describe('satellite link', () => {
  const carried: readonly CommandType[] = ['DeviceInfo', 'ControlSettings', ...SATELLITE_TYPES];

  test.each(COMMAND_TYPES)('%s is open to every firmware or to none', (type) => {
    const expected = carried.includes(type) ? null : 'other-link';
    for (const version of [1, 2.3, 9.9, 10, 10.28, 10.71, null]) expect(over('iridium', type, version)).toBe(expected);
  });

  test('a link lists the types it carries', () => {
    expect(listTypesOfLink('iridium').toSorted()).toEqual([...carried].toSorted());
    expect(listTypesOfLink('cellular')).toEqual(
      COMMAND_TYPES.filter((type) => !SATELLITE_TYPES.some((other) => other === type)),
    );
  });
});

describe('firmware range', () => {
  test('"above" and "below" exclude the version, "from" includes it', () => {
    const at = (range: Parameters<typeof findFirmwareFault>[1]) =>
      [10.28, 10.29, 10.3].map((version) => findFirmwareFault(version, range));
    expect(at({ above: 10.29 })).toEqual(['firmware-too-old', 'firmware-too-old', null]);
    expect(at({ from: 10.29 })).toEqual(['firmware-too-old', null, null]);
    expect(at({ below: 10.29 })).toEqual([null, 'firmware-too-new', 'firmware-too-new']);
  });
});

test('[W-154] a device with an unknown link accepts the commands of both links, each for its firmware', () => {
  for (const type of COMMAND_TYPES) expect(findGateFault(type, { firmwareVersion: null, isIridium: null })).toBeNull();
  const to = (type: CommandType, firmwareVersion: number) => findGateFault(type, { firmwareVersion, isIridium: null });
  expect(to('GeoMode', 10.71)).toBe('firmware-too-new');
  expect(to('IridiumSettings', 10.71)).toBeNull();
  expect(to('DeviceInfo', 10.71)).toBeNull();
});
