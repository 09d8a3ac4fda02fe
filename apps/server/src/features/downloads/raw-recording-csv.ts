import { RAW_BLOCK_BYTES, RAW_EM_PER_S, RAW_GEO_PER_S } from '@waymark/device-protocol/mqtt/raw-recording';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';

const HEADER = 'Timestamp (UTC),GEO,EM\r\n';
/** The field is sampled at every fifth sample of the geophone. */
const GEO_PER_EM = RAW_GEO_PER_S / RAW_EM_PER_S;
const SAMPLE_BYTES = 2;

/** The rows of one second: one for each millisecond. */
function writeSecond(block: Buffer, startAt: number): string {
  let text = '';
  for (let at = 0; at < RAW_GEO_PER_S; at += 1) {
    const em = at % GEO_PER_EM === 0 ? block.readInt16LE(SAMPLE_BYTES * (RAW_GEO_PER_S + at / GEO_PER_EM)) : '';
    text += `${formatUtcMillisecond(startAt + at)},${block.readInt16LE(SAMPLE_BYTES * at)},${em}\r\n`;
  }
  return text;
}

/** Contents of a raw recording as rows; a second that is not whole is left out. */
export async function* writeRawCsv(contents: AsyncIterable<Buffer>, startAt: number): AsyncGenerator<string> {
  yield HEADER;
  let second = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const content of contents) {
    const bytes = Buffer.concat([rest, content]);
    let at = 0;
    for (; at + RAW_BLOCK_BYTES <= bytes.length; at += RAW_BLOCK_BYTES) {
      yield writeSecond(bytes.subarray(at, at + RAW_BLOCK_BYTES), startAt + 1000 * second);
      second += 1;
    }
    rest = bytes.subarray(at);
  }
}
