// Both rates derive from 1000 Hz: one electromagnetic sample per 60 of the geophone.
export const GEO_RATE_HZ = 1000;
export const GEO_BLOCK = 60;
export const EM_INTERVAL_S = GEO_BLOCK / GEO_RATE_HZ;
export const EM_RATE_HZ = 1 / EM_INTERVAL_S;

/** A record: 30 s with the passage in the middle. */
export const RECORD_SAMPLES = 500;
export const RECORD_CENTRE = RECORD_SAMPLES / 2;
export const RECORD_HALF_S = RECORD_CENTRE * EM_INTERVAL_S;

/** Every ELF detector mixes its frequency down to this one. */
export const IF_HZ = 16 / 3;

export const CHANNELS = ['elf', 'geo', 'mag'] as const;
export type Channel = (typeof CHANNELS)[number];
