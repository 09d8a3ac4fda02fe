import { succeed } from '@waymark/domain/result';
import { reject, type Decoded } from '../decode-failure.ts';

/** Order and codes of the three channels on all links: 0 ELF, 1 GEO, 2 MAG. */
export const CHANNELS = ['elf', 'geo', 'mag'] as const;
export type Channel = (typeof CHANNELS)[number];

export const UPLINKS = [
  'status',
  'hb',
  'psg',
  'settings',
  'info',
  'err',
  'gps',
  'ack',
  'carrier',
  'disk',
  'stream',
  'dl',
] as const;
export type UplinkName = (typeof UPLINKS)[number];

export const DOWNLINKS = ['cmd', 'dl', 'time'] as const;
export type DownlinkName = (typeof DOWNLINKS)[number];

/** A uid has at most 14 digits. */
export const MAX_UID = 99_999_999_999_999;
export const MAX_PSG_SEQ = 0xffff_ffff;
const MAX_TOPIC_LENGTH = 64;
/** 14 digits: the last times are in the year 5138. */
const MAX_END_OF_SNIP = 99_999_999_999_999;

export type Topic =
  | { readonly direction: 'up'; readonly uid: number; readonly name: UplinkName }
  | {
      readonly direction: 'up';
      readonly uid: number;
      readonly name: 'waveform';
      readonly psgSeq: number;
      readonly channel: Channel;
      /** Identifies the passage exactly; older firmware omits it. */
      readonly endOfSnip?: number;
    }
  | { readonly direction: 'dn'; readonly uid: number; readonly name: DownlinkName };

export function formatUplinkTopic(uid: number, name: UplinkName): string {
  return `agm/v1/${uid}/up/${name}`;
}

export function formatWaveformTopic(uid: number, psgSeq: number, channel: Channel, endOfSnip?: number): string {
  const named = endOfSnip === undefined ? '' : `/${endOfSnip}`;
  return `agm/v1/${uid}/up/psg/${psgSeq}/${channel}${named}`;
}

export function formatDownlinkTopic(uid: number, name: DownlinkName): string {
  return `agm/v1/${uid}/dn/${name}`;
}

/** A decimal number in canonical form: no sign, no leading zero. */
export function parseNumber(text: string, least: number, most: number): number | null {
  if (!/^(0|[1-9]\d{0,13})$/.test(text)) return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}

function findName<Name extends string>(names: readonly Name[], text: string | undefined): Name | undefined {
  return names.find((name) => name === text);
}

/** `<psgSeq>/<channel>`, optionally followed by the end of the passage's snippet. */
function parseWaveform([psgSeqText = '', channelText, endText, ...rest]: readonly string[]) {
  const psgSeq = parseNumber(psgSeqText, 0, MAX_PSG_SEQ);
  const channel = findName(CHANNELS, channelText);
  if (psgSeq === null || !channel || rest.length > 0) return null;
  const waveform = { name: 'waveform' as const, psgSeq, channel };
  if (endText === undefined) return waveform;
  const endOfSnip = parseNumber(endText, 1, MAX_END_OF_SNIP);
  return endOfSnip === null ? null : { ...waveform, endOfSnip };
}

export function parseTopic(text: string): Decoded<Topic> {
  if (text.length > MAX_TOPIC_LENGTH) return reject('topic', 'too long');
  const [root, version, uidText = '', direction, name, ...rest] = text.split('/');
  if (root !== 'agm' || version !== 'v1') return reject('topic', 'not under agm/v1');
  const uid = parseNumber(uidText, 1, MAX_UID);
  if (uid === null) return reject('topic', 'uid');
  if (direction === 'up' && rest.length === 0) {
    const uplink = findName(UPLINKS, name);
    if (uplink) return succeed({ direction, uid, name: uplink });
  }
  if (direction === 'up' && name === 'psg') {
    const waveform = parseWaveform(rest);
    if (waveform) return succeed({ direction, uid, ...waveform });
  }
  if (direction === 'dn' && rest.length === 0) {
    const downlink = findName(DOWNLINKS, name);
    if (downlink) return succeed({ direction, uid, name: downlink });
  }
  return reject('topic', 'unknown');
}
