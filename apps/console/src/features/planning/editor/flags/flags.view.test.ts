import { PATH_FLAGS } from '@waymark/commands/broadcast-codes';
import { NO_FLAGS, toggleFlag } from '@waymark/commands/path-flags';
import { describe, expect, it } from 'vitest';
import { describeFlags, FLAG_ROWS, formatsDisks, hasNowFlags, readFlags, writeFlags } from './flags.view.ts';

const turnOn = (...flags: (typeof PATH_FLAGS)[number][]) => flags.reduce(toggleFlag, NO_FLAGS);

describe('the broadcast flags of a path', () => {
  it('[B-005] [B-006] [B-007] the grid has seven commands at three events', () => {
    expect(FLAG_ROWS).toHaveLength(7);
    expect(FLAG_ROWS.flatMap(({ cells }) => cells.map(({ flag }) => flag)).toSorted()).toEqual(PATH_FLAGS.toSorted());
  });

  it('[B-011] [B-012] [B-013] a flag is enabled if its event sends the command, and locked otherwise', () => {
    const open = Object.fromEntries(
      FLAG_ROWS.map(({ label, cells }) => [label, cells.map(({ isLocked }) => !isLocked)]),
    );
    expect(open).toEqual({
      'Power mode active': [true, true, false],
      'Power mode low power': [true, true, false],
      'Mag only': [true, true, false],
      'Mag and 22 Hz': [true, true, false],
      '22 Hz only': [true, true, false],
      'Format disk': [true, false, false],
      'Download between launch and receive': [false, false, true],
    });
  });

  it('[B-005] flags are sent as Y and N', () => {
    const flags = turnOn('powerModeBroadcastCommandLaunchEvent');
    expect(writeFlags(flags)).toMatchObject({
      powerModeBroadcastCommandLaunchEvent: 'Y',
      powerModeBroadcastCommandNowEvent: 'N',
    });
    expect(readFlags(writeFlags(flags))).toEqual(flags);
  });

  it('describeFlags writes one line per event', () => {
    expect(describeFlags(NO_FLAGS)).toEqual([]);
    expect(
      describeFlags(
        turnOn(
          'powerModeBroadcastCommandLaunchEvent',
          'frequencySettingsMagOnlyBroadcastCommandLaunchEvent',
          'requestFileDownloadBroadcastCommandReceiveEvent',
        ),
      ),
    ).toEqual(['Launch: Power mode active, Mag only', 'Receive: Download between launch and receive']);
  });

  it('hasNowFlags is true if a flag is set at Now', () => {
    expect([
      hasNowFlags(turnOn('powerModeBroadcastCommandLaunchEvent')),
      hasNowFlags(turnOn('powerModeBroadcastCommandNowEvent')),
    ]).toEqual([false, true]);
    expect([
      formatsDisks(turnOn('formatDiskBroadcastCommandNowEvent')),
      formatsDisks(turnOn('powerModeBroadcastCommandNowEvent')),
    ]).toEqual([true, false]);
  });
});
