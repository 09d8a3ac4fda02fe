import { computeFirmwareVersion } from '@waymark/device-protocol/firmware';
import type { Command } from '@waymark/device-protocol/mqtt/command';
import type { DownloadAgain } from '@waymark/device-protocol/mqtt/download-again';
import { MAX_DOWNLOAD_CONTENT, type DownloadPacket } from '@waymark/device-protocol/mqtt/download-packet';
import { RAW_BLOCK_BYTES, RAW_EM_PER_S, RAW_GEO_PER_S } from '@waymark/device-protocol/mqtt/raw-recording';
import { encodeRecordedPassage, type RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import { isLegacyFirmware } from '@waymark/commands/gates';
import { RAW_FILES, readWindow, type FileWindow } from '@waymark/commands/windows';
import { ByteWriter } from '@waymark/device-protocol/bytes/byte-writer';
import { Random } from '@waymark/signals/random';
import { synthesizeRaw, type RawRecording, type RawScene } from '@waymark/signals/raw-recording';
import { drawSite } from '@waymark/signals/site';
import { drawTool, USUAL_FREQUENCY_HZ } from '@waymark/signals/tool';
import { isSending, type DeviceDownload, type DownloadFiles } from './device-download.ts';
import { joinRanges, takeNumbers } from './packet-ranges.ts';
import type { Report } from './report.ts';
import type { DeviceState } from './state.ts';
import { computeFreeMBytes } from './disk.ts';
import { getSensitivity } from './record-passage.ts';

const BYTES_IN_MBYTE = 1_000_000;

/** Firmware below 10 gets no limit for a range and stops by itself. */
const LEGACY_MOST_S = 300;

/** A pig is audible this long before and after its passage. */
const NEARBY_MS = 60_000;

const USUAL_SPEED_MPS = 1.5;

// Downloads that continue where they stopped and send missing packets again.

const ONLINE_FILES = 1;
/** Completed downloads whose packets can still be requested. */
const REMEMBERED_DOWNLOADS = 8;

/** The passages on the disk between two times, inclusive. */
export function findRecorded(
  state: DeviceState,
  window: FileWindow,
  isOffline: boolean | null,
): readonly RecordedPassage[] {
  return state.recorded.filter(
    ({ passage }) =>
      passage.t >= window.startAt &&
      passage.t <= window.endAt &&
      (isOffline === null || passage.isOffline === isOffline),
  );
}

/** Firmware from 10 on stores all passages together and returns them as online files; older firmware separates them. */
function readIsOffline({ profile }: DeviceState, fileType: number): boolean | null {
  if (fileType !== ONLINE_FILES) return true;
  return isLegacyFirmware(computeFirmwareVersion(profile.firmware)) ? false : null;
}

type DownloadCommand = Extract<Command, { type: 'DownloadRange' }>;

function readFiles(state: DeviceState, { params }: DownloadCommand, window: FileWindow, now: number): DownloadFiles {
  return params.FileType === RAW_FILES
    ? { kind: 'raw', ...readRawFiles(state, window, now) }
    : { kind: 'passage', passages: findRecorded(state, window, readIsOffline(state, params.FileType)) };
}

function countPackets(files: DownloadFiles): number {
  return files.kind === 'passage' ? files.passages.length : Math.ceil(files.bytes.length / MAX_DOWNLOAD_CONTENT);
}

export function beginDownload(state: DeviceState, command: DownloadCommand, now: number): DeviceState {
  const window = readWindow(command.params.FileNamesStartDate, command.params.FileNamesEndDate);
  if (window === null) return state;
  const files = readFiles(state, command, window, now);
  const of = countPackets(files);
  const begun = { session: command.id, files, of, toSend: joinRanges([[1, of]], [], of), isEndToSend: true };
  const before = state.downloads.filter(
    (download, at) => isSending(download) || at > state.downloads.length - REMEMBERED_DOWNLOADS,
  );
  return { ...state, downloads: [...before, begun] };
}

/** Ignores downloads that the device no longer remembers. */
export function sendAgain(state: DeviceState, { session, missing }: DownloadAgain): DeviceState {
  const downloads = state.downloads.map((download) =>
    download.session === session
      ? { ...download, toSend: joinRanges(download.toSend, missing, download.of), isEndToSend: true }
      : download,
  );
  return { ...state, downloads };
}

/** The content of packet `n`: a passage with its waveforms, or a part of the recording. */
export function readContent({ files }: DeviceDownload, n: number): Uint8Array {
  if (files.kind === 'raw') return files.bytes.slice((n - 1) * MAX_DOWNLOAD_CONTENT, n * MAX_DOWNLOAD_CONTENT);
  const recorded = files.passages[n - 1];
  if (!recorded) throw new Error(`no packet ${n}`);
  return encodeRecordedPassage(recorded);
}

/** Time of the first sample for raw data, else the time of sending. */
function findTime({ files }: DeviceDownload, n: number, now: number): number {
  if (files.kind === 'passage') return now;
  return files.startAt + Math.floor(((n - 1) * MAX_DOWNLOAD_CONTENT) / RAW_BLOCK_BYTES) * 1000;
}

interface TakenPackets {
  readonly state: DeviceState;
  readonly reports: readonly Report[];
}

/** The next packets of the oldest pending download, with its end marker after the last. */
export function takePackets(state: DeviceState, count: number, now: number): TakenPackets {
  const download = state.downloads.find(isSending);
  if (!download) return { state, reports: [] };
  const { session, of } = download;
  const { taken, rest } = takeNumbers(download.toSend, count);
  const isAtEnd = rest.length === 0;
  const packets = taken.map((n): DownloadPacket => ({
    session,
    of,
    t: findTime(download, n, now),
    kind: download.files.kind,
    n,
    content: readContent(download, n),
  }));
  if (isAtEnd) packets.push({ session, of, t: now, kind: 'end', n: of, content: new Uint8Array() });
  const sent = { ...download, toSend: rest, isEndToSend: !isAtEnd };
  const downloads = state.downloads.map((one) => (one === download ? sent : one));
  return { state: { ...state, downloads }, reports: packets.map((body): Report => ({ name: 'dl', body })) };
}

/** The disk is a ring buffer: the recording reaches back as far as there is space, or to the last formatting. */
function findOldestAt({ disk, profile, formattedAt }: DeviceState, now: number): number {
  const keptS = (computeFreeMBytes(disk, profile) * BYTES_IN_MBYTE) / RAW_BLOCK_BYTES;
  return Math.max(now - keptS * 1000, formattedAt ?? -Infinity);
}

/** The recorded part of the range: it may begin later, and ends now at the latest. */
function findKept(state: DeviceState, { startAt, endAt }: FileWindow, now: number): FileWindow {
  const oldestAt = Math.ceil(findOldestAt(state, now) / 1000) * 1000;
  return { startAt: Math.max(startAt, oldestAt), endAt: Math.min(endAt, now) };
}

function measureLengthS({ profile }: DeviceState, { startAt, endAt }: FileWindow): number {
  const lengthS = Math.max(0, Math.ceil((endAt - startAt) / 1000));
  return isLegacyFirmware(computeFirmwareVersion(profile.firmware)) ? Math.min(lengthS, LEGACY_MOST_S) : lengthS;
}

/** Counts passages heard by several detectors as pigs. */
function listPigs({ recorded, profile }: DeviceState, { startAt, endAt }: FileWindow): RawScene['pigs'] {
  const isNear = (t: number) => t >= startAt - NEARBY_MS && t <= endAt + NEARBY_MS;
  return recorded
    .filter(({ passage, waveforms }) => isNear(passage.t) && waveforms.length > 1)
    .map(({ passage: { t, freq, features } }) => ({
      speedMps: features?.weldSpeedMps || USUAL_SPEED_MPS,
      accelerationMps2: 0,
      tool: drawTool('mfl-combo', new Random(`raw/${profile.uid}/${t}`), freq || USUAL_FREQUENCY_HZ),
      passesAtS: (t - startAt) / 1000,
    }));
}

function joinBlocks({ geo, em }: RawRecording, lengthS: number): Uint8Array {
  const writer = new ByteWriter('little-endian', lengthS * RAW_BLOCK_BYTES);
  for (let second = 0; second < lengthS; second++) {
    writer.writeI16s(geo.subarray(second * RAW_GEO_PER_S, (second + 1) * RAW_GEO_PER_S), RAW_GEO_PER_S);
    writer.writeI16s(em.subarray(second * RAW_EM_PER_S, (second + 1) * RAW_EM_PER_S), RAW_EM_PER_S);
  }
  return writer.finish();
}

/** The raw recording of a range and its start; the same for each request. */
function readRawFiles(
  state: DeviceState,
  range: FileWindow,
  now: number,
): { readonly bytes: Uint8Array; readonly startAt: number } {
  const window = findKept(state, range, now);
  const lengthS = measureLengthS(state, window);
  const { uid } = state.profile;
  const scene = {
    site: drawSite(new Random(`raw/${uid}`)),
    sensitivity: getSensitivity(state.settings),
    pigs: listPigs(state, window),
  };
  const recording = synthesizeRaw(scene, lengthS, new Random(`raw/${uid}/${window.startAt}`));
  return { bytes: joinBlocks(recording, lengthS), startAt: window.startAt };
}
