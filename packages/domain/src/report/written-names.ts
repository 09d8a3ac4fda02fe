import { cleanName } from './export-names.ts';

const SUMMARY = 'summary_';

/**
 * Run name, run number and "report" (O-076, Q-094). A Summary says so, or it would overwrite the Default report that was
 * saved beside it.
 */
export function nameReport(runName: string, runId: number, type: 'Default' | 'Summary', format: string): string {
  return `${cleanName(runName) || 'CompletedPigRun'}_${runId}_${type === 'Summary' ? SUMMARY : ''}report.${format}`;
}
