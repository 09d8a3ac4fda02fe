// The channels of a row in order: first the signals sampled every 60 ms, then the strengths by frequency.

const FIRST_HZ = 10;
const STEP_HZ = 0.5;
export const RSSI_VALUES = 41;

/** `extent` is the value of 32768. */
export const EM_CHANNEL_LIST = [
  { says: 'MAG, filtered', extent: 1.5 },
  { says: 'ELF, the band around the frequency of detector 1', extent: 1.5 },
  { says: 'MAG, raw', extent: 1.5 },
  { says: 'ELF, raw, the whole band', extent: 1.5 },
  { says: 'MAG, x', extent: 1.5 },
  { says: 'MAG, y', extent: 1.5 },
  { says: 'MAG, z', extent: 1.5 },
  { says: 'ELF envelope of detector 1', extent: 1.5 },
  { says: 'ELF envelope of detector 2', extent: 1.5 },
  { says: 'ELF envelope of detector 3', extent: 1.5 },
  { says: 'geophone, peak of the 60 ms', extent: 1 },
  { says: 'geophone, root mean square of the 60 ms', extent: 1 },
] as const;
export const EM_CHANNELS = EM_CHANNEL_LIST.length;

/** The frequency of each strength, in Hz. */
export const RSSI_HZ = Array.from({ length: RSSI_VALUES }, (_, at) => FIRST_HZ + at * STEP_HZ);
