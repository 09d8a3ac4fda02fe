import type { Place } from '@waymark/domain/geo/great-circle';
import type { DeviceRecord } from '@waymark/signals/device-record';

/** Something passed, or seemed to: what a device that has all detectors on would record. */
export interface PassageEvent {
  /** UTC milliseconds of the passage as this device times it. */
  readonly at: number;
  /** Hertz of the transmitter that was heard. */
  readonly freq: number;
  readonly record: DeviceRecord;
  /** Where the device stood then, if not where it stands now. */
  readonly place?: Place;
}

/** The record ends this long after the passage, so that the passage is in its middle. */
export const HALF_RECORD_MS = 15_000;
export const RECORD_RATE_MILLI_HZ = 16_667;
