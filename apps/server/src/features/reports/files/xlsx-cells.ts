import { formatCell, type ReportCell } from '@waymark/domain/report/report-cells';
import { UTC } from '@waymark/domain/time/zone';
import { dropNoXml } from '@waymark/files/map/xml-text';
import type { CellObject } from 'write-excel-file/node';

// Cells of a workbook: numbers, times and durations as what they are.

const DAY_S = 86_400;

const writeText = (text: string): CellObject => ({ value: dropNoXml(text), type: String });

export function writeXlsxCell(cell: ReportCell): CellObject | null {
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

export const writeHead = (text: string): CellObject => ({
  value: dropNoXml(text),
  type: String,
  fontWeight: 'bold',
  backgroundColor: '#F3F5F8',
  wrap: true,
  alignVertical: 'center',
});
