import { formatUtcSecond } from '../time/utc.ts';

// Names of the Report Manager's CSV files (O-084, O-085).

/** Characters that some file systems reject, including path separators. */
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}]/gu;
const writeDay = (now: number) => formatUtcSecond(now).slice(0, 10);

/** Removes double quotes and line breaks (O-059); other characters invalid in file names become "_". */
export function cleanName(name: string): string {
  return name
    .replaceAll('"', '')
    .replaceAll(/[\r\n]+/g, '')
    .replaceAll(FORBIDDEN, '_')
    .trim();
}

export function nameDevicesExport(now: number): string {
  return `${writeDay(now)}-ReportData-ByAgm.csv`;
}

export function nameRunExport(now: number, runName: string): string {
  return `${writeDay(now)}-ReportData-${cleanName(runName) || 'CompletedPigRun'}.csv`;
}
