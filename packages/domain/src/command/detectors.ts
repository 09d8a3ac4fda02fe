/** Detectors 1 to 3 listen at these; detector 0 is MAG and has none. */
export const LEAST_HZ = 10;
export const MOST_HZ = 30;

/** A detector's frequency as typed or stored. */
export function isDetectorFrequency(hz: number): boolean {
  return Number.isInteger(hz) && hz >= LEAST_HZ && hz <= MOST_HZ;
}

export const DEFAULT_SENSITIVITY = 4;
/** Where the device has not said: 22 Hz over cellular, 10 over satellite; detectors 0 and 1 on. */
export const DEFAULT_HZ = { cellular: 22, iridium: 10 } as const;
export const DEFAULT_ENABLES = [true, true, false, false] as const;
