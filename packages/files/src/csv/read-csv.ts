import { CsvError, parse } from 'csv-parse/browser/esm/sync';

// Parses the text of a CSV file into records, independent of the program that wrote it.

export interface CsvRecord {
  /** The line on which the record begins, from 1. */
  readonly line: number;
  /** Without surrounding blanks. */
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly separator: ',' | ';' | '\t';
  readonly records: readonly CsvRecord[];
  /** The line of an unclosed quote, from which nothing can be read; null: none. */
  readonly brokenLine: number | null;
}

const BYTE_ORDER_MARK = '\uFEFF';
const QUOTED = /"[^"]*"/g;

/**
 * Detects the separator in the first non-empty line. The semicolon has precedence, because numbers may contain commas.
 */
function findSeparator(text: string): CsvFile['separator'] {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const bare = first.replaceAll(QUOTED, '');
  return (['\t', ';'] as const).find((separator) => bare.includes(separator)) ?? ',';
}

/** Lines without content are dropped. */
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
      // A quote within a cell is left to the validation of the cell, which can name its line.
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
