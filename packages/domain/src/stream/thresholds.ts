// Detection thresholds. Each way of setting one has its own limits.

export interface Thresholds {
  /** For the plotted MAG signal. */
  readonly mag: number;
  /** For the RSSI at the chosen frequency, dB. */
  readonly elf: number;
  /** For a passage in the geophone signal. */
  readonly geo: number;
  /** For a weld in the geophone signal. */
  readonly weld: number;
}
export type ThresholdName = keyof Thresholds;

/** The geophone default is above its settable range: off until it is set. */
export const DEFAULT_THRESHOLDS: Thresholds = { mag: 0.8, elf: -40, geo: 0.9, weld: 0.9 };
