import type { Run, RunPassage } from '@waymark/domain/run/run';
import { findEditFault, findManualFault } from '@waymark/domain/run/time-rules';
import { describeManualFault, describeMarkerFault } from '@waymark/domain/words/refusals';
import { readUtc } from '#/ui/field/utc-mask.ts';

/** What is wrong with a passage that a person adds, beside which field; null: nothing. */
export function explainManual(
  run: Run,
  markerName: string,
  typed: string,
  now: number,
): { readonly field: 'markerName' | 'time'; readonly words: string } | null {
  const fault = findManualFault(run, markerName, readUtc(typed), now);
  return fault === null
    ? null
    : { field: fault === 'marker-verified' ? 'markerName' : 'time', words: describeManualFault(fault) };
}

/** What is wrong with another time for a passage of the run; null: nothing. */
export function explainEdit(run: Run, passage: RunPassage, typed: string, now: number): string | null {
  const at = readUtc(typed);
  if (at === null) return 'Detected invalid characters';
  const fault = findEditFault(run, passage, at, now);
  return fault === null ? null : describeMarkerFault(fault);
}
