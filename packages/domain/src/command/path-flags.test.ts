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

describe('the flags', () => {
  test('[B-005] [B-006] [B-007] are named by command and event: seven at three', () => {
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

  test('[B-011] at Receive all are locked but Download', () => {
    const open = PATH_FLAGS.filter((each) => each.endsWith('ReceiveEvent') && !isFlagLocked(each));
    expect(open).toEqual(['requestFileDownloadBroadcastCommandReceiveEvent']);
  });

  test('[B-012] Download is locked at Now and Launch', () => {
    expect(isFlagLocked(flag('requestFileDownload', 'NowEvent'))).toBe(true);
    expect(isFlagLocked(flag('requestFileDownload', 'LaunchEvent'))).toBe(true);
  });

  test('[B-013] format disk is open at Now only', () => {
    expect(PATH_EVENTS.filter((event) => !isFlagLocked(flag('formatDisk', event)))).toEqual(['NowEvent']);
  });

  test.each(OTHERS)('%s is open at Now and Launch', (command) => {
    expect(PATH_EVENTS.filter((event) => !isFlagLocked(flag(command, event)))).toEqual(['NowEvent', 'LaunchEvent']);
  });
});

describe('turning a flag', () => {
  test.each(['NowEvent', 'LaunchEvent'] as const)(
    '[B-009] at %s active puts low power out, and the other way round',
    (event) => {
      const [active, low] = [flag('powerMode', event), flag('powerModeLowPower', event)];
      expect(toggleFlag(on(low), active)).toEqual(on(active));
      expect(toggleFlag(on(active), low)).toEqual(on(low));
    },
  );

  test.each(['NowEvent', 'LaunchEvent'] as const)(
    '[B-010] at %s of the three frequency settings one is left',
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

  test('the other event keeps its own', () => {
    const now = flag('powerMode', 'NowEvent');
    const launch = flag('powerModeLowPower', 'LaunchEvent');
    expect(toggleFlag(on(now), launch)).toEqual(on(now, launch));
  });

  test('a second time puts it out, and puts nothing else on', () => {
    const active = flag('powerMode', 'NowEvent');
    expect(toggleFlag(toggleFlag(NO_FLAGS, active), active)).toEqual(NO_FLAGS);
  });

  test('whatever is turned, in whatever order, locked flags stay out and the result can be kept', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PATH_FLAGS), { maxLength: 40 }), (turned) => {
        const flags = turned.reduce(toggleFlag, NO_FLAGS);
        expect(PATH_FLAGS.filter((each) => isFlagLocked(each) && flags[each])).toEqual([]);
        expect(findPathFlagFault(flags)).toBeNull();
      }),
    );
  });
});

describe('what the API refuses', () => {
  test.each(PATH_FLAGS.filter(isFlagLocked))('%s', (locked) => {
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
  ])('%s', (text, one, other) => {
    expect(findPathFlagFault(on(one, other))).toBe(text);
    expect(findPathFlagFault(on(one))).toBeNull();
  });
});

describe('an event', () => {
  const flags = on(
    flag('powerMode', 'NowEvent'),
    flag('formatDisk', 'NowEvent'),
    flag('frequencySettingsElfMag', 'LaunchEvent'),
    flag('requestFileDownload', 'ReceiveEvent'),
  );

  test('sends the codes of its flags', () => {
    expect(PATH_EVENTS.map((event) => listCodesOfEvent(flags, event))).toEqual([['PM', 'SD'], ['FS2'], ['RFD']]);
  });

  test('[B-014] after Now its flags are out and the others stand', () => {
    const cleared = clearNowFlags(flags);
    expect(PATH_EVENTS.map((event) => listCodesOfEvent(cleared, event))).toEqual([[], ['FS2'], ['RFD']]);
  });
});
