import { expect, it } from 'vitest';
import { listBroadcastHarms } from './broadcast-plan.ts';
import { COMMAND_TYPES, definitionOf, listRunHarms, type CommandType } from './commands.ts';

const off = { enable0: 0, enable1: 0, enable2: 0, enable3: 0 };

it.each<[CommandType, Record<string, unknown>, string]>([
  ['AGMShutDwn', {}, 'Shutdown'],
  ['DeviceRestart', {}, 'Restart'],
  ['FactoryReset', {}, 'Factory Reset'],
  ['AddressChange', { address: 'other.example.com' }, 'Address Change'],
  ['PowerMode', { powerMode: 1 }, 'Hibernate'],
  ['PowerMode', { powerMode: 3 }, 'Cellular OFF'],
  ['FrequencySelect', off, 'All detectors off'],
  ['SdMode', { SdMode: 3 }, 'Format or delete'],
  ['SdMode', { SdMode: 2 }, 'Format or delete'],
  ['IridiumSettings', { powerMode: 1, restartUnit: 0 }, 'Hibernate'],
  ['IridiumSettings', off, 'All detectors off'],
  ['IridiumSettings', { restartUnit: 1 }, 'Restart'],
])('[W-245] %s with %j harms a run', (type, parameters, words) => {
  expect(listRunHarms(type, parameters)).toEqual([expect.stringContaining(words)]);
});

it.each<[CommandType, Record<string, unknown>]>([
  ['PowerMode', { powerMode: 0 }],
  ['PowerMode', { powerMode: 2, connectSchedule: 0 }],
  ['FrequencySelect', { ...off, enable1: 1 }],
  ['IridiumSettings', { enable0: 0, enable1: 0 }],
  ['IridiumSettings', { restartUnit: 0 }],
  ['SdMode', { SdMode: 6 }],
])('[W-245] %s with %j harms no run', (type, parameters) => {
  expect(listRunHarms(type, parameters)).toEqual([]);
});

it('[W-245] the other commands harm no run', () => {
  const harmful = COMMAND_TYPES.filter(
    (type) => listRunHarms(type, definitionOf(type).example as Record<string, unknown>).length > 0,
  );
  expect(harmful).toEqual(['SdMode', 'AGMShutDwn', 'DeviceRestart', 'FactoryReset', 'AddressChange']);
});

const CELLULAR = { firmwareVersion: 10.71, isIridium: false };
const SATELLITE = { firmwareVersion: 10.71, isIridium: true };

it('[W-245] a broadcast harms a run by what it sends to the device over its link', () => {
  expect(listBroadcastHarms(['FS4', 'SD'], CELLULAR)).toEqual([
    expect.stringContaining('All detectors off'),
    expect.stringContaining('Format or delete'),
  ]);
  expect(listBroadcastHarms(['FS4'], SATELLITE)).toEqual([expect.stringContaining('All detectors off')]);
  expect(listBroadcastHarms(['SD'], SATELLITE)).toEqual([]);
  expect(listBroadcastHarms(['FS4'], { ...CELLULAR, isIridium: null })).toEqual([]);
  expect(listBroadcastHarms(['PM', 'FS2', 'RFD'], CELLULAR)).toEqual([]);
});
