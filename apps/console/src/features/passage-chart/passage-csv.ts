import { formatUtcMillisecond } from '@waymark/domain/time/utc';

/** The required spacing of the file, whatever the record's rate. */
const SPACING_MS = 64;
const START_BEFORE_END_MS = 32_000;

export interface CsvColumn {
  readonly name: string;
  readonly samples: readonly number[];
}

/** A line for each sample: its time, and the value of each waveform in converter steps. */
export function writePassageCsv(endAt: number, columns: readonly CsvColumn[]): string {
  const head = ['Timestamp', ...columns.map(({ name }) => name)];
  const count = Math.max(0, ...columns.map(({ samples }) => samples.length));
  const lines = Array.from({ length: count }, (_, at) => [
    formatUtcMillisecond(endAt - START_BEFORE_END_MS + at * SPACING_MS),
    ...columns.map(({ samples }) => samples[at] ?? ''),
  ]);
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

interface NamedPassage {
  readonly uid: number;
  readonly detectionCount: number;
  readonly passageTimeStamp: string;
}

/** "10488-148-20260317232511352.csv": uid, detection count, and the digits of the time. */
export function namePassageFile(
  { uid, detectionCount, passageTimeStamp }: NamedPassage,
  ending: 'csv' | 'png',
): string {
  return `${uid}-${detectionCount}-${passageTimeStamp.replaceAll(/\D/g, '')}.${ending}`;
}
