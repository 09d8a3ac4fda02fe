import { createElfAmplitude } from './elf/elf-passage.ts';
import { createGeoBackground } from './geo/geo-background.ts';
import { createGeoPassage } from './geo/geo-passage.ts';
import type { Motion } from './passage-scene.ts';
import type { Random } from './random.ts';
import { GEO_RATE_HZ } from './sampling.ts';
import { findFullScale, quantizeAll, type Sensitivity } from './sensitivity.ts';
import type { Site } from './site.ts';
import { addSources, delayAudio, type AudioSource } from './source/audio.ts';
import { addSignals, delay, type Signal } from './source/signal.ts';
import type { Tool } from './tool.ts';

// The continuous recording of a device: the signals of its geophone and its coil, before any detector.

export const RAW_EM_RATE_HZ = 200;
const EM_STEP_S = 1 / RAW_EM_RATE_HZ;
const MAINS_HZ = 60;
/** The coil receives the whole band, a detector only two hertz of it. */
const WIDE_NOISE = 4;

/** Times are seconds after the first sample. */
export interface RawScene {
  readonly site: Site;
  readonly sensitivity: Sensitivity;
  readonly pigs: readonly (Motion & { readonly tool: Tool; readonly passesAtS: number })[];
}

export interface RawRecording {
  /** 1000 per second. */
  readonly geo: Int16Array;
  /** 200 per second. */
  readonly em: Int16Array;
}

function createTransmission(scene: RawScene, pig: RawScene['pigs'][number], random: Random): Signal {
  const turn = 2 * Math.PI * (pig.tool.transmitter?.frequencyHz ?? 0);
  const phaseRad = random.angle();
  const amplitude = delay(createElfAmplitude({ ...pig, site: scene.site }, random), pig.passesAtS);
  return (tS) => amplitude(tS) * Math.cos(turn * tS + phaseRad);
}

function createCoil(scene: RawScene, random: Random): Signal {
  const { white, line } = scene.site.noise.elf;
  const hum = line?.amplitude ?? 0;
  const background: Signal = (tS) => WIDE_NOISE * white * random.normal() + hum * Math.sin(2 * Math.PI * MAINS_HZ * tS);
  return addSignals(background, ...scene.pigs.map((pig) => createTransmission(scene, pig, random.split())));
}

function createSound({ site, pigs }: RawScene, random: Random): AudioSource {
  const passing = pigs.map((pig) =>
    delayAudio(createGeoPassage({ ...pig, site }, Infinity, random.split()), pig.passesAtS),
  );
  return addSources(createGeoBackground(site.noise.geo, random), ...passing);
}

function recordSound(scene: RawScene, lengthS: number, random: Random): Float32Array {
  const audio = new Float32Array(lengthS * GEO_RATE_HZ);
  const sound = createSound(scene, random);
  for (let second = 0; second < lengthS; second++)
    sound(audio.subarray(second * GEO_RATE_HZ, (second + 1) * GEO_RATE_HZ), second);
  return audio;
}

/** Expects whole seconds. The same scene and seed give the same recording. */
export function synthesizeRaw(scene: RawScene, lengthS: number, random: Random): RawRecording {
  const draw = random.split();
  const coil = createCoil(scene, draw.fork('em'));
  const em = Float64Array.from({ length: lengthS * RAW_EM_RATE_HZ }, (_, at) => coil(at * EM_STEP_S));
  const audio = recordSound(scene, lengthS, draw.fork('geo'));
  const { elf, geo } = scene.sensitivity;
  return { geo: quantizeAll(audio, findFullScale('geo', geo)), em: quantizeAll(em, findFullScale('elf', elf)) };
}
