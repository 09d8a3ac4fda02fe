import type { RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import { CHANNELS, type Channel } from '@waymark/device-protocol/mqtt/topic';
import type { Waveform } from '@waymark/device-protocol/mqtt/waveform';
import { POWER_MODE } from '@waymark/commands/power-modes';
import { RECORD_MODE } from '@waymark/commands/record-modes';
import type { Sensitivity } from '@waymark/signals/sensitivity';
import { HALF_RECORD_MS, RECORD_RATE_MILLI_HZ, type PassageEvent } from '../passage/passage-event.ts';
import { countDetection, rememberDetection } from './detection-count.ts';
import { addFile, hasRoom } from './disk.ts';
import { computeReception } from './reception.ts';
import { getVia } from './reports.ts';
import type { DeviceSettings } from './settings.ts';
import type { DeviceState } from './state.ts';

const MASK_BITS: Readonly<Record<Channel, number>> = { elf: 1, geo: 2, mag: 4 };
const KEPT_FOR_DOWNLOAD = 256;
/** psgSeq counts seconds from here, so that a device that has lost its last number in a restart never repeats one. */
const SEQ_EPOCH_MS = Date.UTC(2020, 0, 1);

/** Half the bandwidth of a detector. */
const BAND_HZ = 1;

function hearsFrequency({ frequencies, enables }: DeviceSettings, freq: number): boolean {
  return [1, 2, 3].some((at) => enables[at] === 1 && Math.abs((frequencies[at] ?? 0) - freq) <= BAND_HZ);
}

/** The channels that can hear a transmitter of this frequency. */
export function listListening({ profile, settings }: DeviceState, freq: number): Channel[] {
  const listens = { elf: hearsFrequency(settings, freq), geo: profile.hasGeophone, mag: settings.enables[0] === 1 };
  return CHANNELS.filter((channel) => listens[channel]);
}

/** The gain of the geophone has four steps, the sensitivity of the detectors seven. */
export function getSensitivity({ sensitivities, geoMode }: DeviceSettings): Sensitivity {
  return { elf: sensitivities[1], geo: geoMode * 2, mag: sensitivities[0] };
}

type PerChannel = readonly [number, number, number];

function keepHeard([elf, geo, mag]: PerChannel, heard: readonly Channel[]): [number, number, number] {
  const keep = (channel: Channel, value: number) => (heard.includes(channel) ? Math.round(value * 1000) / 1000 : 0);
  return [keep('elf', elf), keep('geo', geo), keep('mag', mag)];
}

function buildFeatures({ features }: PassageEvent['record'], heard: readonly Channel[]) {
  const { weldSpeedMps } = features;
  return {
    snrDb: keepHeard(features.snrDb, heard),
    widthS: keepHeard(features.widthS, heard),
    weldSpeedMps: weldSpeedMps === null ? null : Math.round(weldSpeedMps * 100) / 100,
    audioBands: [...features.audioBands],
  };
}

function buildWaveforms(settings: DeviceSettings, event: PassageEvent, heard: readonly Channel[]): Waveform[] {
  const sensitivity = getSensitivity(settings);
  return heard.flatMap((channel) => {
    const samples = event.record.waveforms[channel];
    return samples ? [{ channel, samples, sensitivity: sensitivity[channel], rateMilliHz: RECORD_RATE_MILLI_HZ }] : [];
  });
}

/** A passage wakes a device that sleeps in Low Power; otherwise it stays on the disk. */
function isOutOfReach({ life, settings }: DeviceState): boolean {
  return life !== 'online' && !(life === 'asleep' && settings.powerMode === POWER_MODE.lowPower);
}

function buildRecord(state: DeviceState, event: PassageEvent, heard: readonly Channel[]): RecordedPassage {
  const { profile, settings } = state;
  const { lat, lon } = computeReception({ ...profile, ...event.place }, event.at);
  const passage = {
    psgSeq: Math.max(state.lastPsgSeq + 1, Math.floor((event.at - SEQ_EPOCH_MS) / 1000)),
    t: Math.round(event.at),
    via: getVia(profile),
    endOfSnip: Math.round(event.at) + HALF_RECORD_MS,
    detectionCount: countDetection(state, Math.round(event.at)),
    freq: heard.includes('elf') ? event.freq : 0,
    mask: heard.reduce((mask, channel) => mask | MASK_BITS[channel], 0),
    lat,
    lon,
    alt: profile.altitudeM,
    samplingRate: RECORD_RATE_MILLI_HZ / 1000,
    isOffline: isOutOfReach(state),
    features: buildFeatures(event.record, heard),
  };
  return { passage, waveforms: buildWaveforms(settings, event, heard) };
}

function keepOnDisk(state: DeviceState, record: RecordedPassage): Pick<DeviceState, 'disk' | 'recorded'> {
  const isWanted = record.passage.isOffline || state.settings.recordMode !== RECORD_MODE.off;
  if (!isWanted || !hasRoom(state.disk, state.profile)) return { disk: state.disk, recorded: state.recorded };
  const onlineOrOffline = record.passage.isOffline ? 'offlineFiles' : 'onlineFiles';
  const kind = state.profile.link === 'iridium' && record.passage.isOffline ? 'iridiumOfflineFiles' : onlineOrOffline;
  return { disk: addFile(state.disk, kind), recorded: [...state.recorded.slice(1 - KEPT_FOR_DOWNLOAD), record] };
}

/** The state with the new record; null if no enabled detector heard anything. */
export function recordPassage(
  state: DeviceState,
  event: PassageEvent,
): { readonly state: DeviceState; readonly record: RecordedPassage } | null {
  const heard = listListening(state, event.freq).filter((channel) => event.record.waveforms[channel] !== undefined);
  if (heard.length === 0) return null;
  const record = buildRecord(state, event, heard);
  const { psgSeq, detectionCount: count, t: at } = record.passage;
  const counter = {
    detectionCount: Math.max(state.detectionCount, count),
    counted: rememberDetection(state.counted, { at, count }),
  };
  return { state: { ...state, ...keepOnDisk(state, record), lastPsgSeq: psgSeq, ...counter }, record };
}

/** About twice the detections per hour of a demo device. */
const ROOM_PER_HOUR = 0.5;
const HOUR_MS = 3_600_000;

/** Reports a passage before earlier ones: its count leaves room for detections until then. */
export function recallPassage(state: DeviceState, event: PassageEvent): ReturnType<typeof recordPassage> {
  const hours = Math.max(0, (event.at - state.energy.at) / HOUR_MS);
  const detectionCount = state.detectionCount + Math.ceil(hours * ROOM_PER_HOUR);
  const recorded = recordPassage({ ...state, life: 'online', detectionCount }, event);
  return recorded && { state: { ...state, counted: recorded.state.counted }, record: recorded.record };
}
