import { succeed } from '@waymark/domain/result';
import { z } from 'zod';
import { reject, type Decoded } from '../decode-failure.ts';
import { decodeCommand, encodeCommand, type Command } from './command.ts';
import { DOWNLINK_DELIVERY } from './delivery.ts';
import { downloadAgainSchema, type DownloadAgain } from './download-again.ts';
import { time } from './fields.ts';
import { decodeJson, encodeJson } from './json-payload.ts';
import { formatDownlinkTopic, parseTopic } from './topic.ts';
import type { Publication } from './uplink.ts';

export const clockSchema = z.object({ t: time });

export type Downlink =
  | { readonly name: 'cmd'; readonly body: Command }
  | { readonly name: 'dl'; readonly body: DownloadAgain }
  | { readonly name: 'time'; readonly body: z.output<typeof clockSchema> };

export interface ReceivedDownlink {
  readonly uid: number;
  readonly downlink: Downlink;
}

export function encodeDownlink(uid: number, downlink: Downlink): Publication {
  return {
    topic: formatDownlinkTopic(uid, downlink.name),
    payload: downlink.name === 'cmd' ? encodeCommand(downlink.body) : encodeJson(downlink.body),
    ...DOWNLINK_DELIVERY[downlink.name],
  };
}

export function decodeDownlink(topicText: string, payload: Uint8Array): Decoded<ReceivedDownlink> {
  const topic = parseTopic(topicText);
  if (!topic.ok) return topic;
  const { uid, direction, name } = topic.value;
  if (direction !== 'dn') return reject('topic', 'not a downlink');
  if (name === 'cmd') {
    const body = decodeCommand(payload);
    return body.ok ? succeed({ uid, downlink: { name, body: body.value } }) : body;
  }
  if (name === 'dl') {
    const body = decodeJson(downloadAgainSchema, payload);
    return body.ok ? succeed({ uid, downlink: { name, body: body.value } }) : body;
  }
  const body = decodeJson(clockSchema, payload);
  return body.ok ? succeed({ uid, downlink: { name, body: body.value } }) : body;
}
