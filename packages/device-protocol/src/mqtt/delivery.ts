import type { DownlinkName, UplinkName } from './topic.ts';

export interface Delivery {
  readonly qos: 0 | 1;
  readonly retain: boolean;
}

const ONCE: Delivery = { qos: 1, retain: false };
const RETAINED: Delivery = { qos: 1, retain: true };
const LOSSY: Delivery = { qos: 0, retain: false };

export const UPLINK_DELIVERY: Readonly<Record<UplinkName | 'waveform', Delivery>> = {
  status: RETAINED,
  hb: ONCE,
  psg: ONCE,
  waveform: ONCE,
  settings: ONCE,
  info: ONCE,
  err: ONCE,
  gps: ONCE,
  ack: ONCE,
  carrier: RETAINED,
  disk: RETAINED,
  stream: LOSSY,
  dl: ONCE,
};

export const DOWNLINK_DELIVERY: Readonly<Record<DownlinkName, Delivery>> = { cmd: ONCE, dl: ONCE, time: LOSSY };
