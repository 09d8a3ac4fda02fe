import { succeed } from '@waymark/domain/result';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { MAX_TIME } from './fields.ts';

// One packet of a download, little-endian: u8 version, u8 kind, u16 n, u16 of, u32 session, u64 time, then the content.

export const MAX_DOWNLOAD_CONTENT = 4096;
const HEADER_LENGTH = 18;
const VERSION = 1;
const KINDS = ['passage', 'raw', 'end'] as const;

export interface DownloadPacket {
  /** A recorded passage, a piece of raw recording, or the end marker, which has no content. */
  readonly kind: (typeof KINDS)[number];
  /** 1 to `of`; the end marker has n = of. */
  readonly n: number;
  /** 0 only in the end marker of a download that found nothing. */
  readonly of: number;
  /** The id of the command that asked for the download. */
  readonly session: number;
  readonly t: number;
  readonly content: Uint8Array;
}

export function encodeDownloadPacket(packet: DownloadPacket): Uint8Array<ArrayBuffer> {
  return new ByteWriter('little-endian', HEADER_LENGTH + packet.content.length)
    .writeU8(VERSION)
    .writeU8(KINDS.indexOf(packet.kind))
    .writeU16(packet.n)
    .writeU16(packet.of)
    .writeU32(packet.session)
    .writeU64(packet.t)
    .writeBytes(packet.content)
    .finish();
}

export function decodeDownloadPacket(bytes: Uint8Array): Decoded<DownloadPacket> {
  if (bytes.length < HEADER_LENGTH || bytes.length > HEADER_LENGTH + MAX_DOWNLOAD_CONTENT) {
    return reject('length', `${bytes.length} bytes of download`);
  }
  const reader = new ByteReader(bytes, 'little-endian');
  if (reader.readU8() !== VERSION) return reject('version', 'download');
  const kind = KINDS[reader.readU8()];
  if (kind === undefined) return reject('type', 'download');
  const [n, of, session, t] = [reader.readU16(), reader.readU16(), reader.readU32(), reader.readU64()];
  const isNumbered = kind === 'end' ? n === of : n >= 1 && n <= of;
  if (!isNumbered) return reject('field', 'n');
  if (t > MAX_TIME) return reject('field', 't');
  const content = reader.readBytes(reader.remaining);
  if ((kind === 'end') !== (content.length === 0)) return reject('length', 'content');
  return succeed({ kind, n, of, session, t, content });
}
