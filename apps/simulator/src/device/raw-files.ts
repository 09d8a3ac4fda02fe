import { ByteWriter } from '@waymark/device-protocol/bytes/byte-writer';
import { RAW_BLOCK_BYTES, RAW_EM_PER_S, RAW_GEO_PER_S } from '@waymark/device-protocol/mqtt/raw-recording';
import { isLegacyFirmware } from '@waymark/commands/gates';
import type { FileWindow } from '@waymark/commands/windows';
import { computeFirmwareVersion } from '@waymark/device-protocol/firmware';
import { Random } from '@waymark/signals/random';
import { synthesizeRaw, type RawRecording, type RawScene } from '@waymark/signals/raw-recording';
import { drawSite } from '@waymark/signals/site';
import { drawTool, USUAL_FREQUENCY_HZ } from '@waymark/signals/tool';
import { computeFreeMBytes } from './disk.ts';
import { getSensitivity } from './record-passage.ts';
import type { DeviceState } from './state.ts';

const BYTES_IN_MBYTE = 1_000_000;
/** Firmware below 10 gets no limit for a range and stops by itself. */
const LEGACY_MOST_S = 300;
/** A pig is audible this long before and after its passage. */
const NEARBY_MS = 60_000;
const USUAL_SPEED_MPS = 1.5;

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
export function readRawFiles(
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
