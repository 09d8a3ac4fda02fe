import { crc32, deflateSync } from 'node:zlib';

const SIZE = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

type Colour = readonly [red: number, green: number, blue: number];

function buildChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A map tile whose rows are all the same. */
function buildPng(row: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // 8 bits per channel, with alpha.
  header.set([8, 6], 8);
  const rows = Buffer.concat(Array.from({ length: SIZE }, () => Buffer.concat([Buffer.from([0]), row])));
  return Buffer.concat([
    SIGNATURE,
    buildChunk('IHDR', header),
    buildChunk('IDAT', deflateSync(rows)),
    buildChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A map tile of one colour. */
export const buildPlainPng = ([red, green, blue]: Colour, opacity = 1): Buffer =>
  buildPng(Buffer.alloc(4 * SIZE, Buffer.from([red, green, blue, Math.round(255 * opacity)])));

/** A map tile with a colour for each column, which is given from 0 to 1. */
export const buildStripedPng = (colourAt: (across: number) => Colour): Buffer =>
  buildPng(Buffer.from(Array.from({ length: SIZE }, (_none, at) => [...colourAt((at + 0.5) / SIZE), 255]).flat()));
