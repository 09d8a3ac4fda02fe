import type { CommandType } from '@waymark/commands/commands';
import { expect, it } from 'vitest';
import { describeDanger } from './dangers.view.ts';

const titleOf = (commandType: CommandType, parameters: Readonly<Record<string, unknown>> = {}) =>
  describeDanger({ commandType, parameters }, 7)?.title ?? null;

it('asks before a command that cannot be undone, and names the device', () => {
  expect(titleOf('AGMShutDwn')).toBe('Shut down AGM 7?');
  expect(titleOf('DeviceRestart')).toBe('Restart AGM 7?');
  expect(titleOf('PowerMode', { powerMode: 3 })).toBe('Turn cellular of AGM 7 off?');
  expect([0, 1, 2, 3].map((SdMode) => titleOf('SdMode', { SdMode }))).toEqual([
    'Delete OFFLINE PSGs via Cell of AGM 7?',
    'Delete OFFLINE PSGs via Sat of AGM 7?',
    'Delete ONLINE PSGs of AGM 7?',
    'Format the SD card of AGM 7?',
  ]);
});

it('asks nothing before the other commands', () => {
  for (const SdMode of [4, 5, 6, 7]) expect(titleOf('SdMode', { SdMode })).toBeNull();
  for (const powerMode of [0, 1, 2]) expect(titleOf('PowerMode', { powerMode })).toBeNull();
  expect(titleOf('DetectionCountReset')).toBeNull();
  expect(titleOf('StreamEnable', { streamEnabled: true })).toBeNull();
});
