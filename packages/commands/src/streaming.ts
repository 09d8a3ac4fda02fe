const BLUETOOTH_STREAM_ON = 3;

/** A device that streams over Bluetooth cannot be asked to stream over cellular. */
export function canStream({
  bluetooth,
  lastStreamMode,
}: {
  readonly bluetooth: boolean;
  readonly lastStreamMode: number | null;
}): boolean {
  return !bluetooth && lastStreamMode !== BLUETOOTH_STREAM_ON;
}
