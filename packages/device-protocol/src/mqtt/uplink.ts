import { succeed } from '@waymark/domain/result';
import type { z } from 'zod';
import { reject, type Decoded } from '../decode-failure.ts';
import { decodeStreamFrame, encodeStreamFrame, type StreamFrame } from '../stream/stream-frame.ts';
import { UPLINK_DELIVERY, type Delivery } from './delivery.ts';
import { deviceInfoSchema, type DeviceInfo } from './device-info.ts';
import {
  ackSchema,
  carrierSchema,
  deviceErrorSchema,
  diskSchema,
  gpsFixSchema,
  type Ack,
  type Carrier,
  type DeviceError,
  type Disk,
  type GpsFix,
} from './device-report.ts';
import { decodeDownloadPacket, encodeDownloadPacket, type DownloadPacket } from './download-packet.ts';
import { heartbeatSchema, type Heartbeat } from './heartbeat.ts';
import { decodeJson, encodeJson } from './json-payload.ts';
import { passageSchema, type Passage } from './passage.ts';
import { readPlainHeartbeat } from './plain-heartbeat.ts';
import { settingsResponseSchema, type SettingsResponse } from './settings-response.ts';
import { statusSchema, type Status } from './status.ts';
import { formatUplinkTopic, formatWaveformTopic, parseTopic, type Topic } from './topic.ts';
import { decodeWaveform, encodeWaveform, type Waveform } from './waveform.ts';

/** All uplinks over MQTT, named by the last part of their topic. */
export type Uplink =
  | { readonly name: 'status'; readonly body: Status }
  | { readonly name: 'hb'; readonly body: Heartbeat }
  | { readonly name: 'psg'; readonly body: Passage }
  | {
      readonly name: 'waveform';
      readonly psgSeq: number;
      /** End of the passage's snippet; older firmware omits it. */
      readonly endOfSnip?: number;
      readonly body: Waveform;
    }
  | { readonly name: 'settings'; readonly body: SettingsResponse }
  | { readonly name: 'info'; readonly body: DeviceInfo }
  | { readonly name: 'err'; readonly body: DeviceError }
  | { readonly name: 'gps'; readonly body: GpsFix }
  | { readonly name: 'ack'; readonly body: Ack }
  | { readonly name: 'carrier'; readonly body: Carrier }
  | { readonly name: 'disk'; readonly body: Disk }
  | { readonly name: 'stream'; readonly body: StreamFrame }
  | { readonly name: 'dl'; readonly body: DownloadPacket };

export interface Publication extends Delivery {
  readonly topic: string;
  readonly payload: Uint8Array;
}

export interface ReceivedUplink {
  readonly uid: number;
  readonly uplink: Uplink;
}

const SCHEMAS = {
  status: statusSchema,
  hb: heartbeatSchema,
  psg: passageSchema,
  settings: settingsResponseSchema,
  info: deviceInfoSchema,
  err: deviceErrorSchema,
  gps: gpsFixSchema,
  ack: ackSchema,
  carrier: carrierSchema,
  disk: diskSchema,
} satisfies Record<Exclude<Uplink['name'], 'waveform' | 'stream' | 'dl'>, z.ZodType>;

function encodeBody(uplink: Uplink): Uint8Array {
  if (uplink.name === 'waveform') return encodeWaveform(uplink.body);
  if (uplink.name === 'stream') return encodeStreamFrame(uplink.body);
  if (uplink.name === 'dl') return encodeDownloadPacket(uplink.body);
  return encodeJson(uplink.body);
}

export function encodeUplink(uid: number, uplink: Uplink): Publication {
  const topic =
    uplink.name === 'waveform'
      ? formatWaveformTopic(uid, uplink.psgSeq, uplink.body.channel, uplink.endOfSnip)
      : formatUplinkTopic(uid, uplink.name);
  return { topic, payload: encodeBody(uplink), ...UPLINK_DELIVERY[uplink.name] };
}

export function decodeUplink(topicText: string, payload: Uint8Array): Decoded<ReceivedUplink> {
  const parsed = parseTopic(topicText);
  if (!parsed.ok) return parsed;
  const uplink = decodeUplinkOf(parsed.value, payload);
  return uplink.ok ? succeed({ uid: parsed.value.uid, uplink: uplink.value }) : uplink;
}

/** Rejects an empty payload too, which clears a retained message. */
export function decodeUplinkOf(topic: Topic, payload: Uint8Array): Decoded<Uplink> {
  if (topic.direction !== 'up') return reject('topic', 'not an uplink');
  const wrap = (name: Uplink['name'], body: Decoded<unknown>): Decoded<Uplink> =>
    body.ok ? succeed({ name, body: body.value } as Uplink) : body;
  if (topic.name === 'stream') return wrap(topic.name, decodeStreamFrame(payload));
  if (topic.name === 'dl') return wrap(topic.name, decodeDownloadPacket(payload));
  if (topic.name === 'hb') return wrap(topic.name, decodeJson(heartbeatSchema, payload, readPlainHeartbeat));
  if (topic.name !== 'waveform') return wrap(topic.name, decodeJson(SCHEMAS[topic.name], payload));
  const body = decodeWaveform(payload);
  if (!body.ok) return body;
  if (body.value.channel !== topic.channel) return reject('field', 'channel differs from topic');
  const { psgSeq, endOfSnip } = topic;
  const named = endOfSnip === undefined ? { psgSeq } : { psgSeq, endOfSnip };
  return succeed({ name: 'waveform', ...named, body: body.value });
}
