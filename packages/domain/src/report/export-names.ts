import { formatUtcSecond } from '../time/utc.ts';

// Names of the Report Manager's CSV files (O-084, O-085, Q-095).

/** What some file system does not take; among them what would lead into another folder. */
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}]/gu;
const writeDay = (now: number) => formatUtcSecond(now).slice(0, 10);

/** Double quotes and line breaks go (O-059), whatever else no file name may have becomes "_". */
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
