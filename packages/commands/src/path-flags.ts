import { findExclusionFault, listExcluded } from './broadcast.ts';
import {
  PATH_COMMANDS,
  PATH_EVENTS,
  PATH_FLAGS,
  type BroadcastCode,
  type PathCommand,
  type PathEvent,
  type PathFlag,
  type PathFlags,
} from './broadcast-codes.ts';

// The grid of the path editor: the commands that a pig path sends at its events.

const COMMANDS = Object.keys(PATH_COMMANDS) as PathCommand[];

const flagOf = (command: PathCommand, event: PathEvent): PathFlag => `${command}BroadcastCommand${event}`;

/** Only downloads are sent at the end of a run; disks are only formatted at "Now". */
function canSend(command: PathCommand, event: PathEvent): boolean {
  if (event === 'ReceiveEvent') return command === 'requestFileDownload';
  if (command === 'requestFileDownload') return false;
  return command !== 'formatDisk' || event === 'NowEvent';
}

const OPEN_FLAGS = new Set(
  COMMANDS.flatMap((command) =>
    PATH_EVENTS.filter((event) => canSend(command, event)).map((event) => flagOf(command, event)),
  ),
);

export function isFlagLocked(flag: PathFlag): boolean {
  return !OPEN_FLAGS.has(flag);
}

export const NO_FLAGS = Object.fromEntries(PATH_FLAGS.map((flag) => [flag, false])) as PathFlags;

/** The commands that an event sends. */
export function listCodesOfEvent(flags: PathFlags, event: PathEvent): BroadcastCode[] {
  return COMMANDS.filter((command) => flags[flagOf(command, event)]).map((command) => PATH_COMMANDS[command]);
}

/** Flags of the same event that this one turns off because they cannot be combined. */
function listRivals(flag: PathFlag): PathFlag[] {
  return PATH_EVENTS.flatMap((event) => {
    const command = COMMANDS.find((each) => flagOf(each, event) === flag);
    if (!command) return [];
    const excluded = listExcluded(PATH_COMMANDS[command]);
    return COMMANDS.filter((each) => excluded.includes(PATH_COMMANDS[each])).map((each) => flagOf(each, event));
  });
}

/** Toggles a flag; a locked one stays as it is. */
export function toggleFlag(flags: PathFlags, flag: PathFlag): PathFlags {
  if (isFlagLocked(flag)) return flags;
  const rivals = flags[flag] ? [] : listRivals(flag);
  return { ...flags, ...Object.fromEntries(rivals.map((rival) => [rival, false])), [flag]: !flags[flag] };
}

/** The reason why these flags are invalid; null: they are valid. */
export function findPathFlagFault(flags: PathFlags): string | null {
  if (PATH_FLAGS.some((flag) => flags[flag] && isFlagLocked(flag)))
    return 'A command is chosen at an event that does not send it.';
  const faults = PATH_EVENTS.map((event) => findExclusionFault(listCodesOfEvent(flags, event)));
  return faults.find((fault) => fault !== null) ?? null;
}

/** Turns off the flags of "Now" after they were sent. */
export function clearNowFlags(flags: PathFlags): PathFlags {
  return { ...flags, ...Object.fromEntries(COMMANDS.map((command) => [flagOf(command, 'NowEvent'), false])) };
}
