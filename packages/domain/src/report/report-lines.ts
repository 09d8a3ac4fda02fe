import { USUAL_READER, type TextReader } from '../language/reader.ts';
import type { MarkerRow } from './default-report.ts';
import { disarmFormula } from './formula.ts';
import { formatCell, type ReportCell } from './report-cells.ts';
import {
  listDefaultColumns,
  listSummaryColumns,
  listSummaryFacts,
  stripNote,
  type ReportColumn,
} from './report-columns.ts';
import { listTracked, type RunReport } from './summary-report.ts';

// A report as lines of texts, for a CSV file.

type Line = readonly string[];

/** Only a number may begin with a minus. */
const writeCell = (cell: ReportCell): string =>
  cell?.kind === 'number' ? formatCell(cell) : disarmFormula(formatCell(cell));

/** Removes the commas of notes (O-057). */
const withoutCommas = (row: MarkerRow): MarkerRow => ({
  ...row,
  marker: { ...row.marker, note: stripNote(row.marker.note) },
});

const writeTable = (columns: readonly ReportColumn[], rows: readonly MarkerRow[]): Line[] => [
  columns.map(({ heading }) => heading),
  ...rows.map(withoutCommas).map((row) => columns.map(({ read }) => writeCell(read(row)))),
];

export function listDefaultLines({ rows }: RunReport, reader: TextReader = USUAL_READER): Line[] {
  return writeTable(listDefaultColumns(reader), rows);
}

/** Facts of the run, an empty line, the tracked markers. */
export function listSummaryLines(report: RunReport, reader: TextReader = USUAL_READER): Line[] {
  const facts = listSummaryFacts(report, reader).map(({ label, cell }) => [label, writeCell(cell)]);
  return [...facts, [], ...writeTable(listSummaryColumns(reader), listTracked(report))];
}
