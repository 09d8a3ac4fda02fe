import type { Command } from '@waymark/device-protocol/mqtt/command';
import { MAX_DOWNLOAD_CONTENT, type DownloadPacket } from '@waymark/device-protocol/mqtt/download-packet';
import { encodeRecordedPassage, type RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import { RAW_FILES, readWindow, type FileWindow } from '@waymark/domain/command/windows';
import { hashText, mixBits } from '../chance/hash.ts';
import type { Report } from './report.ts';
import type { DeviceState } from './state.ts';

const ONLINE_FILES = 1;
/** 1000 geophone samples of 16 bits and some electromagnetic ones: 72 pieces are two minutes. */
const RAW_BYTES_PER_S = 2400;

/** What is on the disk between two instants, both included. */
export function findRecorded(state: DeviceState, window: FileWindow, isOffline: boolean | null): readonly RecordedPassage[] {
  return state.recorded.filter(
    ({ passage }) =>
      passage.t >= window.startAt && passage.t <= window.endAt && (isOffline === null || passage.isOffline === isOffline),
  );
}

function buildRawContents(uid: number, { startAt, endAt }: FileWindow): readonly Uint8Array[] {
  const length = Math.ceil(((endAt - startAt) / 1000) * RAW_BYTES_PER_S);
  const seed = hashText(`raw/${uid}/${startAt}`);
  return Array.from({ length: Math.ceil(length / MAX_DOWNLOAD_CONTENT) }, (_, chunk) => {
    const first = chunk * MAX_DOWNLOAD_CONTENT;
    const size = Math.min(MAX_DOWNLOAD_CONTENT, length - first);
    return Uint8Array.from({ length: size }, (_value, at) => mixBits(seed + first + at) & 0xff);
  });
}

type DownloadCommand = Extract<Command, { type: 'DownloadRange' }>;

/** The packets that answer a download: the contents in order, then the end marker. */
export function buildDownload(state: DeviceState, { id, params }: DownloadCommand, now: number): readonly Report[] {
  const window = readWindow(params.FileNamesStartDate, params.FileNamesEndDate);
  if (window === null) return [];
  const isRaw = params.FileType === RAW_FILES;
  const contents = isRaw
    ? buildRawContents(state.profile.uid, window)
    : findRecorded(state, window, params.FileType !== ONLINE_FILES).map(encodeRecordedPassage);
  const of = contents.length;
  const head = { of, session: id, t: now };
  const packets: DownloadPacket[] = contents.map((content, at) => ({
    ...head, kind: isRaw ? 'raw' : 'passage', n: at + 1, content,
  }));
  packets.push({ ...head, kind: 'end', n: of, content: new Uint8Array() });
  return packets.map((body): Report => ({ name: 'dl', body }));
}
