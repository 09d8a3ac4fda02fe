import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  PATH_COMMANDS,
  PATH_EVENTS,
  PATH_FLAGS,
  type PathCommand,
  type PathEvent,
  type PathFlag,
} from './broadcast-codes.ts';
import {
  clearNowFlags,
  findPathFlagFault,
  isFlagLocked,
  listCodesOfEvent,
  NO_FLAGS,
  toggleFlag,
} from './path-flags.ts';

const flag = (command: PathCommand, event: PathEvent): PathFlag => `${command}BroadcastCommand${event}`;
const on = (...flags: readonly PathFlag[]) => ({
  ...NO_FLAGS,
  ...Object.fromEntries(flags.map((each) => [each, true])),
});
const OTHERS = (Object.keys(PATH_COMMANDS) as PathCommand[]).filter(
  (command) => command !== 'requestFileDownload' && command !== 'formatDisk',
);

describe('flags', () => {
  test('[B-005] [B-006] [B-007] flags are named by command and event: seven at three', () => {
    expect(PATH_FLAGS).toHaveLength(21);
    expect(PATH_FLAGS).toContain('powerModeBroadcastCommandNowEvent');
    expect(PATH_FLAGS).toContain('frequencySettingsElfOnlyBroadcastCommandLaunchEvent');
    expect(PATH_FLAGS).toContain('requestFileDownloadBroadcastCommandReceiveEvent');
    expect(Object.keys(PATH_COMMANDS)).toEqual([
      'powerMode',
      'powerModeLowPower',
      'requestFileDownload',
      'frequencySettingsMagOnly',
      'frequencySettingsElfMag',
      'frequencySettingsElfOnly',
      'formatDisk',
    ]);
  });

  test('[B-011] flags other than Download are locked at Receive', () => {
    const open = PATH_FLAGS.filter((each) => each.endsWith('ReceiveEvent') && !isFlagLocked(each));
    expect(open).toEqual(['requestFileDownloadBroadcastCommandReceiveEvent']);
  });

  test('[B-012] Download is locked at Now and Launch', () => {
    expect(isFlagLocked(flag('requestFileDownload', 'NowEvent'))).toBe(true);
    expect(isFlagLocked(flag('requestFileDownload', 'LaunchEvent'))).toBe(true);
  });

  test('[B-013] Format disk is open at Now only', () => {
    expect(PATH_EVENTS.filter((event) => !isFlagLocked(flag('formatDisk', event)))).toEqual(['NowEvent']);
  });

  test.each(OTHERS)('%s is open at Now and Launch', (command) => {
    expect(PATH_EVENTS.filter((event) => !isFlagLocked(flag(command, event)))).toEqual(['NowEvent', 'LaunchEvent']);
  });
});

describe('toggleFlag', () => {
  test.each(['NowEvent', 'LaunchEvent'] as const)(
    '[B-009] power mode active at %s turns low power off, and vice versa',
    (event) => {
      const [active, low] = [flag('powerMode', event), flag('powerModeLowPower', event)];
      expect(toggleFlag(on(low), active)).toEqual(on(active));
      expect(toggleFlag(on(active), low)).toEqual(on(low));
    },
  );

  test.each(['NowEvent', 'LaunchEvent'] as const)(
    '[B-010] only one of the three frequency settings at %s stays on',
    (event) => {
      const three = (['frequencySettingsMagOnly', 'frequencySettingsElfMag', 'frequencySettingsElfOnly'] as const).map(
        (command) => flag(command, event),
      );
      for (const wanted of three) {
        for (const before of three.filter((each) => each !== wanted))
          expect(toggleFlag(on(before), wanted)).toEqual(on(wanted));
      }
    },
  );

  test('flags of other events stay', () => {
    const now = flag('powerMode', 'NowEvent');
    const launch = flag('powerModeLowPower', 'LaunchEvent');
    expect(toggleFlag(on(now), launch)).toEqual(on(now, launch));
  });

  test('toggling twice turns the flag off and no other on', () => {
    const active = flag('powerMode', 'NowEvent');
    expect(toggleFlag(toggleFlag(NO_FLAGS, active), active)).toEqual(NO_FLAGS);
  });

  test('any toggles leave locked flags off and a valid result', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PATH_FLAGS), { maxLength: 40 }), (turned) => {
        const flags = turned.reduce(toggleFlag, NO_FLAGS);
        expect(PATH_FLAGS.filter((each) => isFlagLocked(each) && flags[each])).toEqual([]);
        expect(findPathFlagFault(flags)).toBeNull();
      }),
    );
  });
});

describe('findPathFlagFault', () => {
  test.each(PATH_FLAGS.filter(isFlagLocked))('refuses the locked flag %s', (locked) => {
    expect(findPathFlagFault(on(locked))).toBe('A command is chosen at an event that does not send it.');
  });

  test.each<[string, PathFlag, PathFlag]>([
    [
      'Power mode active and low power are mutually exclusive.',
      flag('powerMode', 'LaunchEvent'),
      flag('powerModeLowPower', 'LaunchEvent'),
    ],
    [
      'Only one settings broadcast command may be selected at a time.',
      flag('frequencySettingsMagOnly', 'NowEvent'),
      flag('frequencySettingsElfOnly', 'NowEvent'),
    ],
  ])('refuses %s', (text, one, other) => {
    expect(findPathFlagFault(on(one, other))).toBe(text);
    expect(findPathFlagFault(on(one))).toBeNull();
  });
});

describe('codes of an event', () => {
  const flags = on(
    flag('powerMode', 'NowEvent'),
    flag('formatDisk', 'NowEvent'),
    flag('frequencySettingsElfMag', 'LaunchEvent'),
    flag('requestFileDownload', 'ReceiveEvent'),
  );

  test('an event sends the codes of its flags', () => {
    expect(PATH_EVENTS.map((event) => listCodesOfEvent(flags, event))).toEqual([['PM', 'SD'], ['FS2'], ['RFD']]);
  });

  test('[B-014] clearing Now turns off its flags and keeps the others', () => {
    const cleared = clearNowFlags(flags);
    expect(PATH_EVENTS.map((event) => listCodesOfEvent(cleared, event))).toEqual([[], ['FS2'], ['RFD']]);
  });
});
