import type { RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import type { Uplink } from '@waymark/device-protocol/mqtt/uplink';

/** Everything a device says, before a link gives it a form: a passage is still whole with its waveforms. */
export type Report =
  | Exclude<Uplink, { readonly name: 'psg' | 'waveform' }>
  | { readonly name: 'passage'; readonly body: RecordedPassage };

/** What a device does with its modem, besides saying something. */
export type DeviceOutput =
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'connect' }
  | { readonly kind: 'disconnect' }
  /** Without a word: whatever is at the other end has to notice. */
  | { readonly kind: 'cut' };

export function tell(report: Report): DeviceOutput {
  return { kind: 'report', report };
}
