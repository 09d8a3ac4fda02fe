import { STREAM_MODES } from '../device/modes.ts';

/** What a person can choose; over which link it then streams is the device's to say. */
export const STREAM_CHOICES = [STREAM_MODES[0], STREAM_MODES[1]] as const;

const BLUETOOTH_STREAM_ON = 3;

/** A device that streams over Bluetooth cannot be asked to stream over cellular. */
export function canStream({ bluetooth, lastStreamMode }: { readonly bluetooth: boolean; readonly lastStreamMode: number | null }): boolean {
  return !bluetooth && lastStreamMode !== BLUETOOTH_STREAM_ON;
}
