import type { Run, RunPassage } from '@waymark/domain/run/run';
import { findEditFault, findManualFault, MANUAL_WORDS, type ManualFault } from '@waymark/domain/run/time-rules';
import { formatUtcSecond, parseTypedUtc } from '@waymark/domain/time/utc';
import { describeMarkerFault } from '@waymark/domain/verification/words';

/** UTC milliseconds of what was typed; null: it is no time. */
export function readTyped(typed: string): number | null {
  const at = parseTypedUtc(typed);
  return at.ok ? at.value : null;
}

/** For the browser's own picker, which knows nothing of UTC: "2026-03-18T00:06:51". */
export function toPicker(typed: string): string {
  const at = readTyped(typed);
  return at === null ? '' : formatUtcSecond(at).replace(' ', 'T');
}

/** A picker leaves the seconds out where they are 0. */
export function fromPicker(picked: string): string {
  const text = picked.replace('T', ' ').slice(0, 19);
  return text.length === 16 ? `${text}:00` : text;
}

/** What is wrong with a passage that a person adds, beside which field; null: nothing. */
export function explainManual(run: Run, markerName: string, typed: string, now: number): { readonly field: 'markerName' | 'time'; readonly words: string } | null {
  const fault: ManualFault | null = findManualFault(run, markerName, readTyped(typed), now);
  return fault === null ? null : { field: fault === 'marker-verified' ? 'markerName' : 'time', words: MANUAL_WORDS[fault] };
}

/** What is wrong with another time for a passage of the run; null: nothing. */
export function explainEdit(run: Run, passage: RunPassage, typed: string, now: number): string | null {
  const at = readTyped(typed);
  if (at === null) return 'Detected invalid characters';
  const fault = findEditFault(run, passage, at, now);
  return fault === null ? null : describeMarkerFault(fault);
}
