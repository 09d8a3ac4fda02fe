import { crc32, deflateSync } from 'node:zlib';

const SIZE = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function buildChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A map tile of one colour. */
export function buildPlainPng([red, green, blue]: readonly [number, number, number], opacity = 1): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // 8 bits per channel, with alpha.
  header.set([8, 6], 8);
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.alloc(4 * SIZE, Buffer.from([red, green, blue, Math.round(255 * opacity)])),
  ]);
  const rows = Buffer.concat(Array.from({ length: SIZE }, () => row));
  return Buffer.concat([
    SIGNATURE,
    buildChunk('IHDR', header),
    buildChunk('IDAT', deflateSync(rows)),
    buildChunk('IEND', Buffer.alloc(0)),
  ]);
}
