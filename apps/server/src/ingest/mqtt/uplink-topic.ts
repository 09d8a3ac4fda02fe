import type { Decoded } from '@waymark/device-protocol/decode-failure';
import { MAX_UID, parseNumber, parseTopic, type Topic } from '@waymark/device-protocol/mqtt/topic';

const ROOT = 'agm/v1/';
const UP = '/up/';

/** Whose uplink a topic is, even where its last part is unknown: firmware may be newer than this server. */
export interface UplinkTopic {
  readonly uid: number;
  readonly name: string;
}

/** MQTT forbids the zero character and invalid UTF-8, which decodes to U+FFFD. */
const NO_TEXT = /[\0\uFFFD]/;

interface ReadTopic {
  /** null: no uplink. */
  readonly own: UplinkTopic | null;
  readonly parsed: Decoded<Topic>;
}

function readOwn(topic: string): UplinkTopic | null {
  const end = topic.indexOf(UP, ROOT.length);
  if (end < 0 || !topic.startsWith(ROOT)) return null;
  const uid = parseNumber(topic.slice(ROOT.length, end), 1, MAX_UID);
  const name = topic.slice(end + UP.length);
  return uid === null || name === '' || NO_TEXT.test(name) ? null : { uid, name };
}

const MOST_REMEMBERED = 20_000;
const remembered = new Map<string, ReadTopic>();

/** Devices publish to the same few topics all the time: what such a topic says is read once. */
export function readUplinkTopic(topic: string): ReadTopic {
  const known = remembered.get(topic);
  if (known) return known;
  const read = { own: readOwn(topic), parsed: parseTopic(topic) };
  // Waveforms have a topic each.
  if (!read.parsed.ok || read.parsed.value.name === 'waveform') return read;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(topic, read);
  return read;
}

export function findUplink(topic: string): UplinkTopic | null {
  return readUplinkTopic(topic).own;
}
