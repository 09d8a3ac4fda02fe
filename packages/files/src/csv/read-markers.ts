import { inEnglish, type Translate } from '@waymark/domain/language/translate';
import {
  describeTooMany,
  FILE_FAULTS,
  importMarkers,
  MAX_MARKERS,
  refuseCsv,
  type ImportProblem,
} from '@waymark/domain/path/import-markers';
import type { Marker } from '@waymark/domain/path/marker';
import { fail, type Result } from '@waymark/domain/result';
import { decodeText } from '../decode-text.ts';
import { readCsv } from './read-csv.ts';

/** Several times the size of the longest path. */
export const MAX_CSV_BYTES = 10_000_000;
/** Blank lines are allowed, but parsing takes time per line, so more lines are refused. */
const MAX_LINES = 5 * MAX_MARKERS;

function hasTooManyLines(text: string): boolean {
  let count = 0;
  for (const _ of text.matchAll(/\r\n?|\n/g)) if (++count > MAX_LINES) return true;
  return false;
}

/** The markers in a CSV file, or the problems by line. */
export function readMarkers(
  bytes: Uint8Array,
  t: Translate = inEnglish,
): Result<readonly Marker[], readonly ImportProblem[]> {
  const refuse = (message: string, line: number | null = null) => fail([refuseCsv(message, t, line)]);
  if (bytes.length > MAX_CSV_BYTES) return refuse(t(FILE_FAULTS['too-large'], { megabytes: MAX_CSV_BYTES / 1e6 }));
  const text = decodeText(bytes);
  if (text === null) return refuse(t(FILE_FAULTS.unsupported));
  if (hasTooManyLines(text)) return refuse(describeTooMany(t));
  const { records, brokenLine } = readCsv(text);
  const [header, ...rows] = records;
  if (brokenLine !== null) return refuse(t(FILE_FAULTS['open-quote']), brokenLine);
  if (!header) return refuse(t(FILE_FAULTS.empty));
  const imported = importMarkers({ header: header.cells, rows: rows.map(({ cells }) => cells) }, t);
  if (imported.ok) return imported;
  // Lines without content do not count as rows, and a cell may contain a line break.
  return fail(
    imported.failure.map((problem) => ({
      ...problem,
      line: problem.line === null ? null : (records[problem.line - 1]?.line ?? problem.line),
    })),
  );
}
