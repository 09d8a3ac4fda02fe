import type { Run } from '../run/run.ts';

export type RunReportFault = 'not-completed' | 'no-markers' | 'no-passages';

/** The reason why a run has no report; null: it has one (O-033). It is only logged (O-034). */
export function findRunFault({
  completedAt,
  path,
  passages,
}: Pick<Run, 'completedAt' | 'path' | 'passages'>): RunReportFault | null {
  if (completedAt === null) return 'not-completed';
  if (path.markers.length === 0) return 'no-markers';
  return passages.length === 0 ? 'no-passages' : null;
}
