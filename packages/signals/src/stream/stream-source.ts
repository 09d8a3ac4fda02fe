import { Trigger } from '../detect.ts';
import { findBlockPeak } from '../geo/geo-record.ts';
import type { Random } from '../random.ts';
import { EM_INTERVAL_S, GEO_BLOCK } from '../sampling.ts';
import { findFullScale, quantize, quantizeAll } from '../sensitivity.ts';
import { addSources, delayAudio, type AudioSource } from '../source/audio.ts';
import { createGeoBackground } from '../geo/geo-background.ts';
import { GEO_DISTURBANCES } from '../geo/geo-disturbance.ts';
import { createGeoPassage } from '../geo/geo-passage.ts';
import { ElfStream } from './elf-stream.ts';
import {
  FRAME_CHANNELS,
  FRAME_ROWS,
  FRAME_S,
  FRAME_SOUNDS,
  type StreamContent,
  type StreamScene,
} from './stream-scene.ts';
import { AC_COUPLING_HZ, createMagBackground } from '../mag/mag-background.ts';
import { MAG_DISTURBANCES } from '../mag/mag-disturbance.ts';
import { createMagField, turnField, type PipeField } from '../mag/mag-passage.ts';
import { findRhoM, type Site } from '../site.ts';
import { createAcCoupling } from '../source/ac-coupling.ts';
import { addSignals, delay, type Signal } from '../source/signal.ts';

/** A sample in nT. The sensor points along x, so x is also the raw signal. */
interface MagRow {
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const NO_FIELD = (): PipeField => ({ axial: 0, radial: 0 });

class MagStream {
  readonly #site: Site;
  readonly #field: (tS: number) => PipeField;
  readonly #along: Signal;
  readonly #across: Signal;
  readonly #upright: Signal;
  readonly #couple = createAcCoupling(AC_COUPLING_HZ, EM_INTERVAL_S);

  constructor({ site, pig, disturbances }: StreamScene, random: Random) {
    this.#site = site;
    const field = pig === null ? null : createMagField({ ...pig, site });
    this.#field = field && pig ? (tS) => field(tS - pig.passesAtS) : NO_FIELD;
    const disturbed = disturbances.flatMap((one) =>
      one.channel === 'mag' ? [delay(MAG_DISTURBANCES[one.kind](random), one.atS)] : [],
    );
    this.#along = addSignals(createMagBackground(site.noise.mag, random), ...disturbed);
    this.#across = createMagBackground(site.noise.mag, random);
    this.#upright = createMagBackground(site.noise.mag, random);
  }

  next(tS: number): MagRow {
    const { depthM, offsetM, angleRad } = this.#site;
    const field = this.#field(tS);
    const x = this.#along(tS) + turnField(field, angleRad.mag);
    const beside = turnField(field, angleRad.mag + Math.PI / 2) / findRhoM(this.#site);
    return {
      value: this.#couple(x),
      x,
      y: this.#across(tS) + beside * offsetM,
      z: this.#upright(tS) + beside * depthM,
    };
  }
}

/** Everything that the geophone hears, from the first sample of the stream on. */
function createGeoStream({ site, pig, disturbances }: StreamScene, random: Random): AudioSource {
  const passing = pig === null ? [] : [delayAudio(createGeoPassage({ ...pig, site }, Infinity, random), pig.passesAtS)];
  const disturbed = disturbances.flatMap((one) =>
    one.channel === 'geo' ? [delayAudio(GEO_DISTURBANCES[one.kind](random), one.atS)] : [],
  );
  return addSources(createGeoBackground(site.noise.geo, random), ...passing, ...disturbed);
}

const ENVELOPES = 3;

function measureRms(audio: Float32Array, block: number): number {
  let power = 0;
  for (let at = block * GEO_BLOCK; at < (block + 1) * GEO_BLOCK; at++) power += (audio[at] ?? 0) ** 2;
  return Math.sqrt(power / GEO_BLOCK);
}

/** Endless frames of a device's stream. The same scene and seed give the same frames. */
export class StreamSource {
  readonly #fullScale: { readonly elf: number; readonly geo: number; readonly mag: number };
  readonly #elf: ElfStream;
  readonly #mag: MagStream;
  readonly #geo: AudioSource;
  readonly #triggers: { readonly elf: Trigger; readonly geo: Trigger; readonly mag: Trigger };
  readonly #counts = { elf: 0, geo: 0, mag: 0 };
  #frames = 0;

  constructor(scene: StreamScene, random: Random) {
    const draw = random.split();
    const { elf, geo, mag } = scene.sensitivity;
    this.#fullScale = {
      elf: findFullScale('elf', elf),
      geo: findFullScale('geo', geo),
      mag: findFullScale('mag', mag),
    };
    this.#elf = new ElfStream(scene, draw.fork('elf'));
    this.#mag = new MagStream(scene, draw.fork('mag'));
    this.#geo = createGeoStream(scene, draw.fork('geo'));
    this.#triggers = { elf: new Trigger('elf', elf), geo: new Trigger('geo', geo), mag: new Trigger('mag', mag) };
  }

  next(): StreamContent {
    const startS = this.#frames * FRAME_S;
    this.#frames += 1;
    const audio = new Float32Array(FRAME_SOUNDS);
    this.#geo(audio, startS);
    const em = new Int16Array(FRAME_ROWS * FRAME_CHANNELS);
    for (let row = 0; row < FRAME_ROWS; row++)
      em.set(this.#sample(startS + row * EM_INTERVAL_S, audio, row), row * FRAME_CHANNELS);
    return {
      geo: quantizeAll(audio, this.#fullScale.geo),
      em,
      rssi: this.#elf.measureRssi(),
      triggers: { ...this.#counts },
    };
  }

  #sample(tS: number, audio: Float32Array, row: number): number[] {
    const scale = this.#fullScale;
    const mag = this.#mag.next(tS);
    const elf = this.#elf.next(tS);
    const peak = quantize(findBlockPeak(audio, row), scale.geo);
    const [magValue, elfValue] = [quantize(mag.value, scale.mag), quantize(elf.value, scale.elf)];
    this.#count('mag', magValue);
    this.#count('elf', elfValue);
    this.#count('geo', peak);
    return [
      magValue,
      elfValue,
      quantize(mag.x, scale.mag),
      quantize(elf.raw, scale.elf),
      ...[mag.x, mag.y, mag.z].map((value) => quantize(value, scale.mag)),
      ...Array.from({ length: ENVELOPES }, (_, at) => quantize(elf.strengths[at] ?? 0, scale.elf)),
      Math.min(32_767, Math.abs(peak)),
      quantize(measureRms(audio, row), scale.geo),
    ];
  }

  #count(channel: 'elf' | 'geo' | 'mag', sample: number): void {
    if (this.#triggers[channel].push(sample)) this.#counts[channel] += 1;
  }
}
