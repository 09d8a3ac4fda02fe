import { CsvError, parse } from 'csv-parse/browser/esm/sync';

// The text of a CSV file as records, whichever program has written it.

export interface CsvRecord {
  /** Where it begins in the file; the first line is 1. */
  readonly line: number;
  /** Without the blanks around them. */
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly separator: ',' | ';' | '\t';
  readonly records: readonly CsvRecord[];
  /** The line from which on nothing can be read, because a quote is never closed. */
  readonly brokenLine: number | null;
}

const BYTE_ORDER_MARK = '\uFEFF';
const QUOTED = /"[^"]*"/g;

/** By the first line that says anything. A semicolon comes before the comma, which may stand in its numbers. */
function findSeparator(text: string): CsvFile['separator'] {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const bare = first.replaceAll(QUOTED, '');
  return (['\t', ';'] as const).find((separator) => bare.includes(separator)) ?? ',';
}

/** Lines without any content are left out. */
export function readCsv(file: string): CsvFile {
  const text = file.replace(BYTE_ORDER_MARK, '').replaceAll(/\r\n?/g, '\n');
  const separator = findSeparator(text);
  const records: CsvRecord[] = [];
  let endLine = 0;
  const take = (cells: string[], { lines }: { readonly lines: number }): null => {
    endLine = lines;
    const inner = cells.join('').split('\n').length - 1;
    records.push({ line: lines - inner, cells: cells.map((cell) => cell.trim()) });
    return null;
  };
  try {
    parse(text, {
      delimiter: separator,
      record_delimiter: '\n',
      relax_column_count: true,
      // A quote within a cell is left to whoever judges the cell, who can name its line.
      relax_quotes: true,
      skip_records_with_empty_values: true,
      on_record: take,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { separator, records, brokenLine: endLine + 1 };
  }
  return { separator, records, brokenLine: null };
}
