import type { ReportType } from '@waymark/contract/routes/reports';
import {
  listDefaultColumns,
  listSummaryColumns,
  listSummaryFacts,
  type ReportColumn,
} from '@waymark/domain/report/report-columns';
import type { MarkerRow } from '@waymark/domain/report/default-report';
import { listTracked, type RunReport } from '@waymark/domain/report/summary-report';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import type { UnitSystem } from '@waymark/domain/units/system';
import writeXlsxFile, { type Row } from 'write-excel-file/node';
import { writeHead, writeXlsxCell } from './xlsx-cells.ts';

// The report as a workbook: numbers, times and durations as what they are, the heads frozen.

const WIDTHS: Readonly<Record<string, number>> = { Marker: 22, Note: 40, 'Passage Type': 17 };
const WIDTH = 15;
const TIME_WIDTH = 30;

function writeSheet(sheet: string, columns: readonly ReportColumn[], rows: readonly MarkerRow[]) {
  const data: Row[] = [
    columns.map(({ heading }) => writeHead(heading)),
    ...rows.map((row) => columns.map(({ read }) => writeXlsxCell(read(row)))),
  ];
  return {
    sheet,
    data,
    columns: columns.map(({ heading }) => ({
      width: WIDTHS[heading] ?? (heading.startsWith('Time Stamp') ? TIME_WIDTH : WIDTH),
    })),
    stickyRowsCount: 1,
    stickyColumnsCount: 1,
  };
}

function listSheets(report: RunReport, type: ReportType, units: UnitSystem, zone: Zone) {
  if (type === 'Default') return [writeSheet('Markers', listDefaultColumns(units, zone), report.rows)];
  const facts = listSummaryFacts(report, units, zone).map(({ label, cell }): Row => [
    writeHead(label),
    cell && { ...writeXlsxCell(cell), align: 'left' },
  ]);
  return [
    { sheet: 'Summary', data: facts, columns: [{ width: 28 }, { width: 40 }] },
    writeSheet('Markers', listSummaryColumns(units, zone), listTracked(report)),
  ];
}

export async function writeXlsxReport(
  report: RunReport,
  type: ReportType,
  units: UnitSystem,
  zone: Zone = UTC,
): Promise<Uint8Array> {
  return writeXlsxFile(listSheets(report, type, units, zone), { fontFamily: 'Calibri', fontSize: 11 }).toBuffer();
}
