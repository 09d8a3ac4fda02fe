/** Frequency range of detectors 1 to 3; detector 0 is MAG and has no frequency. */
export const LEAST_HZ = 10;
export const MOST_HZ = 30;

export function isDetectorFrequency(hz: number): boolean {
  return Number.isInteger(hz) && hz >= LEAST_HZ && hz <= MOST_HZ;
}

export const DEFAULT_SENSITIVITY = 4;
/** Defaults until the device reports: 22 Hz over cellular, 10 over satellite; detectors 0 and 1 on. */
export const DEFAULT_HZ = { cellular: 22, iridium: 10 } as const;
export const DEFAULT_ENABLES = [true, true, false, false] as const;
