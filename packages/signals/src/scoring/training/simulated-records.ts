import { measureAudioBands } from '../../audio-bands.ts';
import { findThreshold } from '../../detect.ts';
import { DISTURBANCE_KINDS, type Disturbance } from '../../disturbance.ts';
import { reduceToPeaks } from '../../geo/geo-record.ts';
import { measureRecord } from '../../measure.ts';
import { drawPassageScene } from '../../passage-scene.ts';
import { Random } from '../../random.ts';
import { EM_RATE_HZ, type Channel } from '../../sampling.ts';
import { drawSite } from '../../site.ts';
import {
  synthesizeElf,
  synthesizeFalse,
  synthesizeFalseGeoAudio,
  synthesizeGeoAudio,
  synthesizeMag,
} from '../../synthesize.ts';
import { drawTool, TOOL_KINDS, type ToolKind } from '../../tool.ts';
import { checkRecord, type RecordToScore } from '../record-to-score.ts';

// Simulates records as sent by devices: only those that trigger at the device's sensitivity.

export interface LabelledRecord extends RecordToScore {
  readonly isPassage: boolean;
  /** `pig`, or the kind of disturbance. */
  readonly kind: string;
}

type Recorded = Pick<RecordToScore, 'samples' | 'audio'> & { readonly kind: string; readonly speedMps: number };

const LEAST_LEVEL = 2;
const MOST_LEVEL = 6;
/** The most common source of false triggers per channel is drawn twice as often as the others. */
const USUAL: Readonly<Record<Channel, string>> = { elf: 'line22', geo: 'vehicle', mag: 'vehicle' };
const SPEED_KNOWN_SHARE = 0.6;
/** Relative error of the operator's expected speed. */
const SPEED_ERROR = 0.25;

const TOOLS: Readonly<Record<Channel, readonly [ToolKind, ...ToolKind[]]>> = {
  elf: ['cleaning-transmitter', 'gauge', 'mfl-combo'],
  geo: ['cleaning', ...TOOL_KINDS],
  mag: ['mfl', 'mfl-combo', 'cleaning-magnets'],
};

function drawKinds(channel: Channel): readonly Disturbance[] {
  const all = DISTURBANCE_KINDS[channel].map((kind) => ({ channel, kind }) as Disturbance);
  return [...all, ...all.filter(({ kind }) => kind === USUAL[channel])];
}

const KINDS: Readonly<Record<Channel, readonly Disturbance[]>> = {
  elf: drawKinds('elf'),
  geo: drawKinds('geo'),
  mag: drawKinds('mag'),
};

function drawDisturbance(channel: Channel, random: Random): Disturbance {
  return KINDS[channel][random.integer(0, KINDS[channel].length - 1)] ?? { channel, kind: 'bg' };
}

function drawPassage(channel: Channel, level: number, random: Random): Recorded {
  const tool = drawTool(random.pick(TOOLS[channel]), random.fork('tool'));
  const scene = drawPassageScene({ tool, sensitivity: { elf: level, geo: level, mag: level } }, random);
  const shared = { kind: 'pig', speedMps: scene.speedMps, audio: null };
  if (channel !== 'geo')
    return { ...shared, samples: (channel === 'elf' ? synthesizeElf : synthesizeMag)(scene, random) };
  const audio = synthesizeGeoAudio(scene, random);
  return { ...shared, samples: reduceToPeaks(audio, level), audio: measureAudioBands(audio) };
}

/** The speed of the run is unrelated to a false trigger. */
function drawFalseTrigger(channel: Channel, level: number, random: Random): Recorded {
  const disturbance = drawDisturbance(channel, random);
  const site = drawSite(random.fork('site'));
  const shared = { kind: disturbance.kind, speedMps: random.logUniform(0.25, 7), audio: null };
  if (disturbance.channel !== 'geo')
    return {
      ...shared,
      samples: synthesizeFalse(disturbance, { site, sensitivity: { elf: level, geo: level, mag: level } }, random),
    };
  const audio = synthesizeFalseGeoAudio(disturbance.kind, site, random);
  return { ...shared, samples: reduceToPeaks(audio, level), audio: measureAudioBands(audio) };
}

function hasTriggered(channel: Channel, samples: Int16Array, level: number): boolean {
  return measureRecord(channel, samples).snrDb >= 20 * Math.log10(findThreshold(level));
}

function tryRecord(channel: Channel, isPassage: boolean, random: Random): LabelledRecord | null {
  const level = random.integer(LEAST_LEVEL, MOST_LEVEL);
  const { speedMps, ...recorded } = (isPassage ? drawPassage : drawFalseTrigger)(channel, level, random.split());
  const isSpeedKnown = random.chance(SPEED_KNOWN_SHARE);
  const expectedSpeedMps = isSpeedKnown ? speedMps * Math.exp(SPEED_ERROR * random.normal()) : null;
  const record = { ...recorded, channel, isPassage, isSnippet: false, samplingRate: EM_RATE_HZ, expectedSpeedMps };
  return checkRecord(record).ok && hasTriggered(channel, Int16Array.from(record.samples), level) ? record : null;
}

/** The `index`-th record of a seed, independent of earlier draws; passages and others alternate. */
export function drawRecord(channel: Channel, seed: string, index: number): LabelledRecord {
  const random = new Random(`${seed}/${channel}/${index}`);
  for (;;) {
    const record = tryRecord(channel, index % 2 === 0, random);
    if (record) return record;
  }
}
