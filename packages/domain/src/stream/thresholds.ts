// Where a signal becomes a detection. Each way of setting one has its own rule.

export interface Thresholds {
  /** Of the plotted MAG signal. */
  readonly mag: number;
  /** Of the RSSI at the chosen frequency, dB. */
  readonly elf: number;
  /** Of the geophone: a passage. */
  readonly geo: number;
  /** Of the geophone: a weld. */
  readonly weld: number;
}
export type ThresholdName = keyof Thresholds;

/** The geophone's is above what anybody can set: off until it is set. */
export const DEFAULT_THRESHOLDS: Thresholds = { mag: 0.8, elf: -40, geo: 0.9, weld: 0.9 };
