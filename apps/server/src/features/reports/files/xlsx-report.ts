import type { ReportType } from '@waymark/contract/routes/reports';
import {
  listDefaultColumns,
  listSummaryColumns,
  listSummaryFacts,
  type ReportColumn,
} from '@waymark/domain/report/report-columns';
import type { MarkerRow } from '@waymark/domain/report/default-report';
import { listTracked, type RunReport } from '@waymark/domain/report/summary-report';
import type { TextReader } from '@waymark/domain/language/reader';
import writeXlsxFile, { type Row } from 'write-excel-file/node';
import { writeHead, writeXlsxCell } from './xlsx-cells.ts';

// The report as a workbook: numbers, times and durations as what they are, the heads frozen.

const WIDTHS: Readonly<Record<NonNullable<ReportColumn['kind']>, number>> = {
  marker: 22,
  note: 40,
  type: 22,
  time: 30,
};
const WIDTH = 15;

function writeSheet(sheet: string, columns: readonly ReportColumn[], rows: readonly MarkerRow[]) {
  const data: Row[] = [
    columns.map(({ heading }) => writeHead(heading)),
    ...rows.map((row) => columns.map(({ read }) => writeXlsxCell(read(row)))),
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
    cell && { ...writeXlsxCell(cell), align: 'left' },
  ]);
  return [
    { sheet: t('Summary'), data: facts, columns: [{ width: 28 }, { width: 40 }] },
    writeSheet(t('Markers'), listSummaryColumns(reader), listTracked(report)),
  ];
}

export async function writeXlsxReport(report: RunReport, type: ReportType, reader: TextReader): Promise<Uint8Array> {
  return writeXlsxFile(listSheets(report, type, reader), { fontFamily: 'Calibri', fontSize: 11 }).toBuffer();
}
