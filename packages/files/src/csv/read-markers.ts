import { importMarkers, MAX_MARKERS, type FileFault, type ImportProblem } from '@waymark/domain/path/import-markers';
import type { Marker } from '@waymark/domain/path/marker';
import { fail, type Result } from '@waymark/domain/result';
import { decodeText } from '../decode-text.ts';
import { readCsv } from './read-csv.ts';

/** Several times the size of the longest path. */
export const MAX_CSV_BYTES = 10_000_000;
/** Blank lines are allowed, but parsing takes time per line, so more lines are refused. */
const MAX_LINES = 5 * MAX_MARKERS;

const refuse = (fault: FileFault, line: number | null = null) => fail([{ ...fault, line }]);

function hasTooManyLines(text: string): boolean {
  let count = 0;
  for (const _ of text.matchAll(/\r\n?|\n/g)) if (++count > MAX_LINES) return true;
  return false;
}

/** The markers in a CSV file, or the problems by line. */
export function readMarkers(bytes: Uint8Array): Result<readonly Marker[], readonly ImportProblem[]> {
  if (bytes.length > MAX_CSV_BYTES) return refuse({ code: 'file-too-large', megabytes: MAX_CSV_BYTES / 1e6 });
  const text = decodeText(bytes);
  if (text === null) return refuse({ code: 'not-text' });
  if (hasTooManyLines(text)) return refuse({ code: 'too-many-markers' });
  const { records, brokenLine } = readCsv(text);
  const [header, ...rows] = records;
  if (brokenLine !== null) return refuse({ code: 'quote-open' }, brokenLine);
  if (!header) return refuse({ code: 'file-empty' });
  const imported = importMarkers({ header: header.cells, rows: rows.map(({ cells }) => cells) });
  if (imported.ok) return imported;
  // Lines without content do not count as rows, and a cell may contain a line break.
  return fail(
    imported.failure.map((problem) => ({
      ...problem,
      line: problem.line === null ? null : (records[problem.line - 1]?.line ?? problem.line),
    })),
  );
}
