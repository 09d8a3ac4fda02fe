import type { RunId } from '../ids.ts';
import { cleanName } from './export-names.ts';

const SUMMARY = 'summary_';

/**
 * Run name, run number and "report" (O-076). A Summary adds its type, so that it does not overwrite the Default report
 * beside it.
 */
export function nameReport(runName: string, runId: RunId, type: 'Default' | 'Summary', format: string): string {
  return `${cleanName(runName) || 'CompletedPigRun'}_${runId}_${type === 'Summary' ? SUMMARY : ''}report.${format}`;
}
