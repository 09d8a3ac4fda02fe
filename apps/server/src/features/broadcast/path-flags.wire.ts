import { PATH_FLAGS, type PathFlag, type PathFlags } from '@waymark/commands/broadcast-codes';

// The wire says Y and N.

type FlagsOnWire = Record<PathFlag, 'Y' | 'N'>;

export function writeFlags(flags: PathFlags): FlagsOnWire {
  return Object.fromEntries(PATH_FLAGS.map((flag) => [flag, flags[flag] ? 'Y' : 'N'])) as FlagsOnWire;
}

export function readFlags(flags: FlagsOnWire): PathFlags {
  return Object.fromEntries(PATH_FLAGS.map((flag) => [flag, flags[flag] === 'Y'])) as PathFlags;
}
