import type { Run } from '../run/run.ts';

/** The reason why a run has no report; null: it has one (O-033). It is only logged (O-034). */
export function findRunFault({
  completedAt,
  path,
  passages,
}: Pick<Run, 'completedAt' | 'path' | 'passages'>): string | null {
  if (completedAt === null) return 'The pig run is not completed.';
  if (path.markers.length === 0) return 'The pig run has no markers.';
  return passages.length === 0 ? 'The pig run has no passages.' : null;
}
