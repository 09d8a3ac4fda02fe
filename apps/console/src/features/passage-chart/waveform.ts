import type { ReplyAt } from '#/api/address.ts';

export type PassageRecord = ReplyAt<'GET /apexagm/passage/:uid/:passageId'>;
export type WaveformType = PassageRecord['packetComplexInformation'];

/** In the order of their numbers on the wire. */
export const WAVEFORM_NAMES = ['ELF', 'GEO', 'MAG'] as const;
export type WaveformName = (typeof WAVEFORM_NAMES)[number];

const SAMPLES = 500;
/** The whole range of the device's converter, either way. */
const FULL_SCALE = 32_768;
/** What full scale stands for: the stream shows the same. */
const RANGES: Readonly<Record<WaveformType, number>> = { 0: 1.5, 1: 1, 2: 1.5 };

/** As they came, without what the device says before them; null: there are not that many. */
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

/** by the record's own rate; the samples fill the time until the end of the snippet. */
export function timeSamples(endAt: number, samplingRate: number): SampleTimes {
  const stepMs = 1000 / samplingRate;
  return { startAt: endAt - SAMPLES * stepMs, stepMs };
}
