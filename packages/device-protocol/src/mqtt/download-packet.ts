import { succeed } from '@waymark/domain/result';
import { reject, type Decoded } from '../decode-failure.ts';
import { named, whole } from '../layout/conversion.ts';
import { always, bytes, field } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';
import { MAX_TIME } from './fields.ts';

// A packet of a download.

export const MAX_DOWNLOAD_CONTENT = 4096;
const VERSION = 1;
const KINDS = ['passage', 'raw', 'end'] as const;

export const DOWNLOAD_PACKET = defineLayout('little-endian', [
  always('u8', VERSION, 'version'),
  field('u8', 'kind', 'a recorded passage, a piece of raw recording, or the end, which has no content', named(KINDS)),
  field('u16', 'n', 'from 1; in the end it is `of`'),
  field('u16', 'of', 'how many there are without the end; 0 when there is nothing'),
  field('u32', 'session', 'the id of the command'),
  field(
    'u64',
    't',
    'UTC milliseconds; of the first piece of a raw recording, when its first sample was taken',
    whole(0, MAX_TIME),
  ),
  bytes('content', `at most ${MAX_DOWNLOAD_CONTENT} bytes`),
]);
const HEADER_LENGTH = DOWNLOAD_PACKET.length;

export interface DownloadPacket {
  /** A recorded passage, a part of a raw recording, or the end marker, which has no content. */
  readonly kind: (typeof KINDS)[number];
  /** 1 to `of`; the end marker has n = of. */
  readonly n: number;
  /** 0 only in the end marker of an empty download. */
  readonly of: number;
  /** The id of the command that requested the download. */
  readonly session: number;
  readonly t: number;
  readonly content: Uint8Array;
}

export function encodeDownloadPacket(packet: DownloadPacket): Uint8Array<ArrayBuffer> {
  return DOWNLOAD_PACKET.encode(packet);
}

export function decodeDownloadPacket(message: Uint8Array): Decoded<DownloadPacket> {
  const what = `${message.length} bytes of download`;
  if (message.length > HEADER_LENGTH + MAX_DOWNLOAD_CONTENT) return reject('length', what);
  const packet = DOWNLOAD_PACKET.decode(message, what);
  if (!packet.ok) return packet;
  const { kind, n, of, content } = packet.value;
  const isNumbered = kind === 'end' ? n === of : n >= 1 && n <= of;
  if (!isNumbered) return reject('field', 'n');
  if ((kind === 'end') !== (content.length === 0)) return reject('length', 'content');
  return succeed(packet.value);
}
