import {
  listGapHeadings,
  writeControlCell,
  writeGapCells,
  type ControlLayout,
} from '@waymark/domain/report/control-columns';
import type { ControlGap, ControlPoint } from '@waymark/domain/report/control-points';
import { disarmCell } from '@waymark/domain/report/formula';
import { formatCell, type ReportCell } from '@waymark/domain/report/report-cells';
import writeXlsxFile, { type Row } from 'write-excel-file/node';
import { streamCsv } from '../../../platform/csv/stream-csv.ts';
import { asOnePage } from '../export-report.ts';
import { writeHead, writeXlsxCell } from './xlsx-cells.ts';

// Control points as CSV or as a workbook, with the stretches that have none below the list or on a second sheet.

export interface ControlList {
  readonly layout: ControlLayout;
  readonly points: readonly ControlPoint[];
  readonly gaps: readonly ControlGap[];
}

type Cells = readonly ReportCell[];

const listHeadings = ({ columns }: ControlLayout) => columns.map(({ heading }) => heading);

const listCells = ({ layout: { columns, timeFormat }, points }: ControlList): Cells[] =>
  points.map((point) => columns.map((column) => writeControlCell(point, column, timeFormat)));

/** The gaps follow after an empty line, under a heading of their own. */
export function writeControlCsv(list: ControlList): AsyncIterable<string> {
  const { gapM } = list.layout;
  const gaps = gapM === null ? [] : [[], listGapHeadings(gapM), ...list.gaps.map(toTexts(writeGapCells))];
  const lines = [...listCells(list).map(toTexts((cells: Cells) => cells)), ...gaps];
  return streamCsv(
    {
      headings: listHeadings(list.layout).map(disarmCell),
      writeCells: (line: readonly string[]) => line,
      disarm: disarmCell,
    },
    asOnePage(lines),
  );
}

const toTexts =
  <Value>(read: (value: Value) => Cells) =>
  (value: Value): readonly string[] =>
    read(value).map(formatCell);

const WIDTH = 18;

function writeSheet(sheet: string, headings: readonly string[], rows: readonly Cells[]) {
  const data: Row[] = [headings.map(writeHead), ...rows.map((cells) => cells.map(writeXlsxCell))];
  return { sheet, data, columns: headings.map(() => ({ width: WIDTH })), stickyRowsCount: 1 };
}

export async function writeControlXlsx(list: ControlList): Promise<Uint8Array> {
  const { gapM } = list.layout;
  const gaps = gapM === null ? [] : [writeSheet('Gaps', listGapHeadings(gapM), list.gaps.map(writeGapCells))];
  const sheets = [writeSheet('Control points', listHeadings(list.layout), listCells(list)), ...gaps];
  return writeXlsxFile(sheets, { fontFamily: 'Calibri', fontSize: 11 }).toBuffer();
}
