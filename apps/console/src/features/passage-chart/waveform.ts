import type { ReplyAt } from '#/api/address.ts';

export type PassageRecord = ReplyAt<'GET /apexagm/passage/:uid/:passageId'>;
export type WaveformType = PassageRecord['packetComplexInformation'];

/** In the order of their numbers on the wire. */
export const WAVEFORM_NAMES = ['ELF', 'GEO', 'MAG'] as const;
export type WaveformName = (typeof WAVEFORM_NAMES)[number];

const SAMPLES = 500;
/** Full scale of the device's converter, either way. */
const FULL_SCALE = 32_768;
/** The value of full scale, as in the stream. */
const RANGES: Readonly<Record<WaveformType, number>> = { 0: 1.5, 1: 1, 2: 1.5 };

/** The raw samples without the device's header; null: too few values. */
export function readSamples({ data }: Pick<PassageRecord, 'data'>): readonly number[] | null {
  return data.length < SAMPLES ? null : data.slice(-SAMPLES);
}

export function scaleSamples(samples: readonly number[], type: WaveformType): Float64Array {
  return Float64Array.from(samples, (sample) => (sample * RANGES[type]) / FULL_SCALE);
}

export interface SampleTimes {
  readonly startAt: number;
  readonly stepMs: number;
}

/** Sample times from the record's own rate; the samples end with the snippet. */
export function timeSamples(endAt: number, samplingRate: number): SampleTimes {
  const stepMs = 1000 / samplingRate;
  return { startAt: endAt - SAMPLES * stepMs, stepMs };
}
