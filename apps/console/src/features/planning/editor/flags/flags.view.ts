import {
  BROADCAST_LABELS,
  PATH_COMMANDS,
  PATH_EVENTS,
  PATH_FLAGS,
  type BroadcastCode,
  type PathCommand,
  type PathEvent,
  type PathFlag,
  type PathFlags,
} from '@waymark/commands/broadcast-codes';
import { isFlagLocked, listCodesOfEvent } from '@waymark/commands/path-flags';
import { t } from '#/language/t.ts';
import type { ReplyAt } from '#/api/address.ts';

type SentFlags = ReplyAt<'GET /pigpath/GetBroadcastCommandData/:pathId'>;

export function readFlags(sent: SentFlags): PathFlags {
  return Object.fromEntries(PATH_FLAGS.map((flag) => [flag, sent[flag] === 'Y'])) as PathFlags;
}

export function writeFlags(flags: PathFlags): SentFlags {
  return Object.fromEntries(PATH_FLAGS.map((flag) => [flag, flags[flag] ? 'Y' : 'N'])) as SentFlags;
}

export const EVENT_LABELS: Readonly<Record<PathEvent, string>> = {
  NowEvent: t('Now'),
  LaunchEvent: t('Launch'),
  ReceiveEvent: t('Receive'),
};

/** Here a download covers a run, not a range of two dates. */
const labelOf = (command: PathCommand) =>
  command === 'requestFileDownload'
    ? t('Download between launch and receive')
    : t(BROADCAST_LABELS[PATH_COMMANDS[command]]);

interface FlagRow {
  readonly label: string;
  readonly cells: readonly { readonly flag: PathFlag; readonly label: string; readonly isLocked: boolean }[];
}

const COMMANDS = [
  'powerMode',
  'powerModeLowPower',
  'frequencySettingsMagOnly',
  'frequencySettingsElfMag',
  'frequencySettingsElfOnly',
  'formatDisk',
  'requestFileDownload',
] as const satisfies readonly PathCommand[];

/** The grid of the dialog: flags that exclude each other are adjacent. */
export const FLAG_ROWS: readonly FlagRow[] = COMMANDS.map((command) => ({
  label: labelOf(command),
  cells: PATH_EVENTS.map((event) => {
    const flag: PathFlag = `${command}BroadcastCommand${event}`;
    return { flag, label: `${labelOf(command)}, ${EVENT_LABELS[event]}`, isLocked: isFlagLocked(flag) };
  }),
}));

const labelOfCode = new Map<BroadcastCode, string>(
  COMMANDS.map((command) => [PATH_COMMANDS[command], labelOf(command)]),
);

/** "Launch: Power mode active, Mag only", one line per event. */
export function describeFlags(flags: PathFlags): readonly string[] {
  return PATH_EVENTS.flatMap((event) => {
    const codes = listCodesOfEvent(flags, event);
    return codes.length === 0
      ? []
      : [
          t('{event}: {commands}', {
            event: EVENT_LABELS[event],
            commands: codes.map((code) => labelOfCode.get(code)).join(', '),
          }),
        ];
  });
}

export function hasNowFlags(flags: PathFlags): boolean {
  return listCodesOfEvent(flags, 'NowEvent').length > 0;
}

export function formatsDisks(flags: PathFlags): boolean {
  return listCodesOfEvent(flags, 'NowEvent').includes('SD');
}
