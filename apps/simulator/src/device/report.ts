import type { RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import type { Uplink } from '@waymark/device-protocol/mqtt/uplink';

/** Everything a device reports, independent of the link: a passage is still one object with its waveforms. */
export type Report =
  | Exclude<Uplink, { readonly name: 'psg' | 'waveform' }>
  | { readonly name: 'passage'; readonly body: RecordedPassage };

/** Actions of the modem, including reports. */
export type DeviceOutput =
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'connect' }
  | { readonly kind: 'disconnect' }
  /** Closes without notice: the other end has to detect it. */
  | { readonly kind: 'cut' };

export function toOutput(report: Report): DeviceOutput {
  return { kind: 'report', report };
}
