import { addToCrc, CRC_START, formatCrc } from './crc-32.ts';
import { writeInstant, writeNote, writeNumber, writeText } from './fields.ts';
import {
  PRO_VERSION,
  type ProFile,
  type ProHead,
  type ProMarker,
  type ProPassage,
  type ProRun,
  type ProWaveform,
} from './pro-file.ts';

// Converts values to the lines of a `.pro` file (docs/pro-format.md).

type Fields = readonly string[];

const writeHead = ({ type, runId, runName, tool, jobNumber, createdAt }: ProHead): Fields => [
  'PRO',
  String(PRO_VERSION),
  type,
  String(runId),
  writeText(runName),
  writeText(tool),
  writeText(jobNumber),
  writeInstant(createdAt),
];

const writeRun = ({ launchAt, receiveAt, expectedSpeed, averageSpeed, diameterM, lengthM }: ProRun): Fields => [
  'RUN',
  writeInstant(launchAt),
  writeInstant(receiveAt),
  ...[expectedSpeed, averageSpeed, diameterM, lengthM].map(writeNumber),
];

const writeMarker = ({ number, name, state, description, lat, lon, distanceM, uid, note }: ProMarker): Fields => [
  'MARK',
  String(number),
  writeText(name),
  writeText(state),
  writeText(description),
  ...[lat, lon, distanceM, uid].map(writeNumber),
  writeNote(note),
];

const writePassage = ({
  number,
  type,
  at,
  detectionCount,
  frequency,
  firmware,
  lat,
  lon,
  altitudeM,
  legSpeed,
  legS,
  mlPercents,
}: ProPassage): Fields => [
  'PSG',
  String(number),
  writeText(type),
  writeInstant(at),
  ...[detectionCount, frequency, firmware, lat, lon, altitudeM, legSpeed, legS].map(writeNumber),
  mlPercents.map(writeNumber).join(),
];

export const writeWaveform = ({ number, type, samplingRate, endOfSnipAt, samples }: ProWaveform): Fields => [
  'DATA',
  String(number),
  writeText(type),
  writeNumber(samplingRate),
  writeInstant(endOfSnipAt),
  samples.join(),
];

/** Everything before the waveforms, which may be streamed one by one. */
export function* listRecords({
  head,
  run,
  markers,
  passages,
}: Omit<ProFile, 'waveforms'>): Generator<Fields, void, undefined> {
  yield writeHead(head);
  yield writeRun(run);
  yield* markers.map(writeMarker);
  yield* passages.map(writePassage);
}

/** Writes lines and keeps the count and checksum for the last one. */
export class ProLines {
  readonly #encoder = new TextEncoder();
  #crc = CRC_START;
  #count = 0;

  write(record: Fields): string {
    const line = `${record.join('|')}\n`;
    this.#crc = addToCrc(this.#crc, this.#encoder.encode(line));
    this.#count += 1;
    return line;
  }

  end(): string {
    return `END|${this.#count}|${formatCrc(this.#crc)}\n`;
  }
}
