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

/** "North line_41_control-points.csv" */
export const nameControlPoints = (runName: string, runId: RunId, format: string): string =>
  `${cleanName(runName) || 'CompletedPigRun'}_${runId}_control-points.${format}`;

/** "North line_41.kml" of a run, "North line.kml" of a path. */
export const nameMapFile = (name: string, runId: RunId | null, ending: string): string =>
  `${cleanName(name) || 'PigRun'}${runId === null ? '' : `_${runId}`}.${ending}`;
