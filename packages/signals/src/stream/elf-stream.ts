import { Demodulator } from '@waymark/domain/signal/demodulator';
import { createElfBackground } from '../elf/elf-background.ts';
import { ELF_DISTURBANCES } from '../elf/elf-disturbance.ts';
import { createElfAmplitude, mixToIf } from '../elf/elf-passage.ts';
import type { Random } from '../random.ts';
import { EM_RATE_HZ, IF_HZ } from '../sampling.ts';
import { findFullScale } from '../sensitivity.ts';
import { addSignals, delay, silence, type Signal } from '../source/signal.ts';
import { USUAL_FREQUENCY_HZ } from '../tool.ts';
import { measureRssi, type RssiBand } from './rssi-meter.ts';
import { FRAME_ROWS, type StreamScene } from './stream-scene.ts';

/** Noise of the wide band relative to that of a detector. */
const WIDE_NOISE = 2;
const ENVELOPE_CUTOFF_HZ = 0.8;

/** A sample: the first detector's signal, the wide band, and the carrier strength of each detector; in nT. */
export interface ElfRow {
  readonly value: number;
  readonly raw: number;
  readonly strengths: readonly number[];
}

interface Detector {
  readonly signal: Signal;
  readonly demodulator: Demodulator;
}

function createDetector(signal: Signal): Detector {
  return {
    signal,
    demodulator: new Demodulator({ frequencyHz: IF_HZ, rateHz: EM_RATE_HZ, cutoffHz: ENVELOPE_CUTOFF_HZ }),
  };
}

function createPigAmplitude({ site, pig }: StreamScene, random: Random): Signal {
  return pig === null ? silence : delay(createElfAmplitude({ ...pig, site }, random), pig.passesAtS);
}

function createDisturbances({ disturbances }: StreamScene, random: Random): Signal {
  return addSignals(
    ...disturbances.flatMap((one) =>
      one.channel === 'elf' ? [delay(ELF_DISTURBANCES[one.kind](random), one.atS)] : [],
    ),
  );
}

export class ElfStream {
  readonly #first: Detector;
  readonly #others: readonly Detector[];
  readonly #band: RssiBand;
  readonly #pigAmplitude: Signal;
  readonly #random: Random;
  readonly #frame = new Float64Array(FRAME_ROWS);
  #transmitted = 0;
  #row = 0;

  constructor(scene: StreamScene, random: Random) {
    const { site, detectorsHz } = scene;
    const [firstHz = USUAL_FREQUENCY_HZ, ...othersHz] = detectorsHz;
    const transmitterHz = scene.pig?.tool.transmitter?.frequencyHz ?? null;
    const amplitude = createPigAmplitude(scene, random);
    const hearPig = (detectorHz: number) =>
      transmitterHz === null ? silence : mixToIf(amplitude, transmitterHz, detectorHz, random);
    this.#first = createDetector(
      addSignals(createElfBackground(site.noise.elf, random), hearPig(firstHz), createDisturbances(scene, random)),
    );
    this.#others = othersHz.map((hz) =>
      createDetector(addSignals(createElfBackground({ ...site.noise.elf, line: null }, random), hearPig(hz))),
    );
    this.#band = {
      detectorHz: firstHz,
      transmitterHz,
      noiseRms: site.noise.elf.white,
      fullScale: findFullScale('elf', scene.sensitivity.elf),
    };
    this.#pigAmplitude = amplitude;
    this.#random = random;
  }

  next(tS: number): ElfRow {
    const value = this.#first.signal(tS);
    this.#frame[this.#row % FRAME_ROWS] = value;
    this.#row += 1;
    this.#transmitted += Math.abs(this.#pigAmplitude(tS)) / FRAME_ROWS;
    const strengths = [
      this.#first.demodulator.push(value),
      ...this.#others.map(({ signal, demodulator }) => demodulator.push(signal(tS))),
    ];
    return { value, raw: value + WIDE_NOISE * this.#band.noiseRms * this.#random.normal(), strengths };
  }

  /** Measures the frame that ended with the last row. */
  measureRssi(): Int8Array {
    const rssi = measureRssi(this.#band, this.#frame, this.#transmitted, this.#random);
    this.#transmitted = 0;
    return rssi;
  }
}
