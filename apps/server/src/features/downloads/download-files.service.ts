import type { Uid } from '@waymark/domain/ids';
import { formatUtcSecond, formatUtcMillisecond } from '@waymark/domain/time/utc';
import { RAW_BLOCK_BYTES, RAW_EM_PER_S, RAW_GEO_PER_S } from '@waymark/device-protocol/mqtt/raw-recording';
import type { Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import {
  findDownload,
  findRecordingStart,
  listDownloads,
  readContents,
  type StoredDownload,
} from './downloads.queries.ts';
import { writeFile } from './downloads.wire.ts';

const RAW_HEADER = 'Timestamp (UTC),GEO,EM\r\n';

/** The field is sampled at every fifth sample of the geophone. */
const GEO_PER_EM = RAW_GEO_PER_S / RAW_EM_PER_S;

const SAMPLE_BYTES = 2;

async function expectDownload(reader: Reader, commandId: number): Promise<StoredDownload> {
  const download = await findDownload(reader, commandId);
  if (!download) throw problem('download-not-found');
  return download;
}

/** The range that a command requests. */
export async function readQueueDetail(reader: Reader, commandId: number) {
  const { start_at: startAt, end_at: endAt } = await expectDownload(reader, commandId);
  return { fileNamesStartDate: formatUtcSecond(startAt.getTime()), fileNamesEndDate: formatUtcSecond(endAt.getTime()) };
}

export async function readList(reader: Reader, page: Parameters<typeof listDownloads>[1]) {
  const { count, rows } = await listDownloads(reader, page);
  return { rowsNumber: count, downloadList: rows.map(writeFile) };
}

function expectComplete(download: StoredDownload): void {
  if (download.state !== 'DC') throw problem('download-incomplete');
}

/** The contents of a download in order. */
export async function readFile(reader: Reader, commandId: number) {
  const download = await expectDownload(reader, commandId);
  expectComplete(download);
  return {
    name: `${download.uid}_${commandId}.bin`,
    sha256: download.sha256 ?? '',
    contents: readContents(reader, commandId),
  };
}

/** The start of the recording from its first packet, or the start of the range when that is impossible. */
async function findStart(
  reader: Reader,
  { command_id: id, start_at: startAt, end_at: endAt }: StoredDownload,
): Promise<number> {
  const said = await findRecordingStart(reader, id);
  return said !== null && said >= startAt.getTime() && said < endAt.getTime() ? said : startAt.getTime();
}

export async function readRawData(reader: Reader, uid: Uid, commandId: number): Promise<AsyncIterable<string>> {
  const download = await expectDownload(reader, commandId);
  if (download.uid !== uid || download.kind !== 'raw') throw problem('download-not-found');
  expectComplete(download);
  return writeRawCsv(readContents(reader, commandId), await findStart(reader, download));
}

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
async function* writeRawCsv(contents: AsyncIterable<Buffer>, startAt: number): AsyncGenerator<string> {
  yield RAW_HEADER;
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
