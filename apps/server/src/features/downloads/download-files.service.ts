import type { Uid } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
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
import { writeRawCsv } from './raw-recording-csv.ts';

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
