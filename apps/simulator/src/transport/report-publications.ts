import { UPLINK_DELIVERY } from '@waymark/device-protocol/mqtt/delivery';
import { formatUplinkTopic } from '@waymark/device-protocol/mqtt/topic';
import { encodeUplink, type Publication } from '@waymark/device-protocol/mqtt/uplink';
import type { Report } from '../device/report.ts';

/** Encodes a report as MQTT messages: a passage is a header and a message per waveform. */
export function encodeReport(uid: number, report: Report): readonly Publication[] {
  if (report.name !== 'passage') return [encodeUplink(uid, report)];
  const { passage, waveforms } = report.body;
  return [
    encodeUplink(uid, { name: 'psg', body: passage }),
    ...waveforms.map((body) =>
      encodeUplink(uid, { name: 'waveform', psgSeq: passage.psgSeq, endOfSnip: passage.endOfSnip, body }),
    ),
  ];
}

/** Garbage is sent under the topic of a heartbeat. */
export function buildGarbage(uid: number, bytes: Uint8Array): Publication {
  return { topic: formatUplinkTopic(uid, 'hb'), payload: bytes, ...UPLINK_DELIVERY.hb };
}
