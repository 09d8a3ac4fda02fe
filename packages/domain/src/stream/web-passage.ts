import type { Uid } from '../ids.ts';
import { formatUtcDatabase } from '../time/utc.ts';
import type { CapturedPassage, DetectorName } from './engine-types.ts';

const PACKET = { elf: 0, geo: 1, mag: 2 } as const satisfies Record<DetectorName, number>;
/** The record always has this frequency, even if the ELF detector listens to another. */
const ELF_HZ = 22;
const SAMPLING_RATE = 16.666_67;

export interface StreamPlace {
  readonly uid: Uid;
  readonly lat: number | null;
  readonly lon: number | null;
}

/** The record of a passage found in a stream, with the field names of the documents. */
export interface StreamPassage extends StreamPlace {
  readonly passageTimeStamp: string;
  readonly passageDetectedFrequency: 0 | 22;
  readonly samplingRate: number;
  readonly packetComplexInformation: 0 | 1 | 2;
  readonly timeEndOfSnippet: string;
  /** 500 integers of 16 bits, newest last; mutable, because requests need a mutable list. */
  readonly data: number[];
}

export function buildWebPassage(
  { detector, at, endsAt, samples }: CapturedPassage,
  { uid, lat, lon }: StreamPlace,
): StreamPassage {
  return {
    uid,
    lat,
    lon,
    passageTimeStamp: formatUtcDatabase(at),
    passageDetectedFrequency: detector === 'elf' ? ELF_HZ : 0,
    samplingRate: SAMPLING_RATE,
    packetComplexInformation: PACKET[detector],
    timeEndOfSnippet: formatUtcDatabase(endsAt),
    data: Array.from(samples),
  };
}
