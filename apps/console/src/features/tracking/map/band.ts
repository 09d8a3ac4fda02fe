import { drawnDistance } from '@waymark/domain/run/estimate/course';
import { findBand, type Knowledge } from '@waymark/domain/run/estimate/knowledge';
import { outlookOf, type TrackedRun } from '#/features/runs/tracked-run.ts';
import type { Band } from './run-features.ts';

/** The range of the pig's possible places, along the drawn line; null: paused. */
export function findDrawnBand(tracked: TrackedRun, knowledge: Knowledge, now: number): Band | null {
  const band = findBand(outlookOf(tracked), knowledge, now);
  return band && { fromM: drawnDistance(tracked.course, band.fromM), toM: drawnDistance(tracked.course, band.toM) };
}
