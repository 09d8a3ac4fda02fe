import type { Place } from '@waymark/domain/geo/great-circle';
import type { DeviceRecord } from '@waymark/signals/device-record';

/** A real or false passage as recorded by a device with all detectors on. */
export interface PassageEvent {
  /** UTC milliseconds of the passage as this device times it. */
  readonly at: number;
  /** Frequency of the transmitter in hertz. */
  readonly freq: number;
  readonly record: DeviceRecord;
  /** Place of the device at that time, if different. */
  readonly place?: Place;
}

/** The record ends this long after the passage, so that the passage is in its middle. */
export const HALF_RECORD_MS = 15_000;
export const RECORD_RATE_MILLI_HZ = 16_667;
