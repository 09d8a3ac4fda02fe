import type { ReportType } from '@waymark/contract/routes/reports';
import { formatCell, type ReportCell } from '@waymark/domain/report/report-cells';
import {
  listDefaultColumns,
  listSummaryColumns,
  listSummaryFacts,
  type ReportColumn,
} from '@waymark/domain/report/report-columns';
import type { MarkerRow } from '@waymark/domain/report/default-report';
import { listTracked, type RunReport } from '@waymark/domain/report/summary-report';
import type { TextReader } from '@waymark/domain/language/reader';
import { UTC } from '@waymark/domain/time/zone';
import writeXlsxFile, { type CellObject, type Row } from 'write-excel-file/node';

// The report as a workbook: numbers, times and durations as what they are, the heads frozen.

const DAY_S = 86_400;
const WIDTHS: Readonly<Record<NonNullable<ReportColumn['kind']>, number>> = {
  marker: 22,
  note: 40,
  type: 22,
  time: 30,
};
const WIDTH = 15;

/** Characters that XML cannot contain. */
// oxlint-disable-next-line no-control-regex
const NO_XML = /[\0-\u{8}\v\f\u{E}-\u{1F}\u{FFFE}\u{FFFF}]/gu;

const writeText = (text: string): CellObject => ({ value: text.toWellFormed().replaceAll(NO_XML, ''), type: String });

function writeCell(cell: ReportCell): CellObject | null {
  if (cell === null) return null;
  switch (cell.kind) {
    case 'text':
      return writeText(cell.text);
    case 'number':
      return {
        value: Number(cell.value.toFixed(cell.decimals)),
        type: Number,
        format: cell.decimals === 0 ? '0' : `0.${'0'.repeat(cell.decimals)}`,
      };
    case 'instant':
      // A spreadsheet has no time zones: a text keeps the offset.
      if (cell.zone !== UTC) return writeText(formatCell(cell));
      return {
        value: new Date(cell.at),
        type: Date,
        format: cell.precision === 'second' ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd hh:mm:ss.000',
      };
    case 'duration':
      // A spreadsheet has no time before its first day.
      return cell.seconds < 0
        ? writeText(formatCell(cell))
        : { value: cell.seconds / DAY_S, type: Number, format: '[h]:mm:ss' };
  }
}

const writeHead = (text: string): CellObject => ({
  value: text,
  type: String,
  fontWeight: 'bold',
  backgroundColor: '#F3F5F8',
  wrap: true,
  alignVertical: 'center',
});

function writeSheet(sheet: string, columns: readonly ReportColumn[], rows: readonly MarkerRow[]) {
  const data: Row[] = [
    columns.map(({ heading }) => writeHead(heading)),
    ...rows.map((row) => columns.map(({ read }) => writeCell(read(row)))),
  ];
  return {
    sheet,
    data,
    columns: columns.map(({ kind }) => ({ width: kind ? WIDTHS[kind] : WIDTH })),
    stickyRowsCount: 1,
    stickyColumnsCount: 1,
  };
}

function listSheets(report: RunReport, type: ReportType, reader: TextReader) {
  const { t } = reader;
  if (type === 'Default') return [writeSheet(t('Markers'), listDefaultColumns(reader), report.rows)];
  const facts = listSummaryFacts(report, reader).map(({ label, cell }): Row => [
    writeHead(label),
    cell && { ...writeCell(cell), align: 'left' },
  ]);
  return [
    { sheet: t('Summary'), data: facts, columns: [{ width: 28 }, { width: 40 }] },
    writeSheet(t('Markers'), listSummaryColumns(reader), listTracked(report)),
  ];
}

export async function writeXlsxReport(report: RunReport, type: ReportType, reader: TextReader): Promise<Uint8Array> {
  return writeXlsxFile(listSheets(report, type, reader), { fontFamily: 'Calibri', fontSize: 11 }).toBuffer();
}
