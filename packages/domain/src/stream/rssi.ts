import { CHANNEL } from './frame.ts';

// The RSSI is measured at 10.0, 10.5 … 30.0 Hz.

export const RSSI = { leastHz: 10, mostHz: 30, stepHz: 0.5 } as const;

/** The nearest measured frequency. */
export function limitRssiHz(hz: number): number {
  const nearest = Math.round(hz / RSSI.stepHz) * RSSI.stepHz;
  return Math.max(RSSI.leastHz, Math.min(RSSI.mostHz, nearest));
}

export function rssiChannelOf(hz: number): number {
  return CHANNEL.rssi + (limitRssiHz(hz) - RSSI.leastHz) / RSSI.stepHz;
}
