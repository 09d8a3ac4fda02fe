import type { PassageData } from '@waymark/contract/devices/passage-data';
import { packetKind } from '@waymark/contract/devices/fields';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import type { RecordFound } from './passages.queries.ts';

const SAMPLE_BYTES = 2;

/** The integers of a stored waveform, its four numbers of the device first. */
function readSamples(data: Buffer | null): number[] {
  if (data === null) return [];
  return Array.from({ length: data.length / SAMPLE_BYTES }, (_none, index) => data.readInt16LE(index * SAMPLE_BYTES));
}

export function writePassageData(record: RecordFound, isVerified: boolean): PassageData {
  return {
    passageId: record.id,
    uid: record.uid,
    passageTimeStamp: formatUtcMillisecond(record.passage_at.getTime()),
    passageTimeEndOfSnip: formatUtcMillisecond(record.end_of_snip_at.getTime()),
    detectionCount: record.detection_count,
    passageDetectedFrequency: record.frequency,
    packetComplexInformation: packetKind.parse(record.kind),
    samplingRate: record.sampling_rate,
    isVerified,
    lat: record.lat,
    lon: record.lon,
    alt: record.altitude_mm,
    isSnippet: record.is_snippet ?? false,
    data: readSamples(record.data),
  };
}
