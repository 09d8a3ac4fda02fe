import type { Decoded } from '@waymark/device-protocol/decode-failure';
import { MAX_UID, parseNumber, parseTopic, type Topic } from '@waymark/device-protocol/mqtt/topic';

const ROOT = 'agm/v1/';
const UP = '/up/';

export interface UplinkTopic {
  readonly text: string;
  /** The device whose uplink it is, also where its name is unknown: firmware may be newer than this server. */
  readonly uid: number | null;
  readonly name: string;
  readonly parsed: Decoded<Topic>;
}

/** MQTT forbids the zero character and invalid UTF-8, which decodes to U+FFFD. */
const NO_TEXT = /[\0\uFFFD]/;

function findUnknown(text: string): Pick<UplinkTopic, 'uid' | 'name'> {
  const end = text.indexOf(UP, ROOT.length);
  const name = text.slice(end + UP.length);
  if (end < 0 || !text.startsWith(ROOT) || name === '' || NO_TEXT.test(name)) return { uid: null, name: '' };
  return { uid: parseNumber(text.slice(ROOT.length, end), 1, MAX_UID), name };
}

function parse(text: string): UplinkTopic {
  const parsed = parseTopic(text);
  if (!parsed.ok) return { text, ...findUnknown(text), parsed };
  const { direction, uid, name } = parsed.value;
  return { text, uid: direction === 'up' ? uid : null, name, parsed };
}

const MOST_REMEMBERED = 20_000;
const remembered = new Map<string, UplinkTopic>();

/** Devices publish to the same few topics again and again, so a parsed topic is remembered. */
export function parseUplinkTopic(text: string): UplinkTopic {
  const known = remembered.get(text);
  if (known) return known;
  const topic = parse(text);
  // Each waveform has a topic of its own.
  if (!topic.parsed.ok || topic.name === 'waveform') return topic;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(text, topic);
  return topic;
}
