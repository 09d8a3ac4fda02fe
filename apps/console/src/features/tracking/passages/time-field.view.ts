import { LIMITS } from '@waymark/domain/path/pig-path';
import type { Run, RunPassage } from '@waymark/domain/run/run';
import { findImpossibleSpeed } from '@waymark/domain/run/speed-doubt';
import { findEditFault, findManualFault } from '@waymark/domain/run/time-rules';
import { formatQuantity } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { mphToMetresPerSecond } from '@waymark/domain/units/speed';
import { describeManualFault, describeMarkerFault } from '@waymark/domain/words/refusals';
import { t } from '#/language/t.ts';
import { readUtc } from '#/ui/field/utc-mask.ts';

/** The error of a manual passage, with its field; null: none. */
export function explainManual(
  run: Run,
  markerName: string,
  typed: string,
  now: number,
): { readonly field: 'markerName' | 'time'; readonly words: string } | null {
  const fault = findManualFault(run, markerName, readUtc(typed), now);
  return fault === null
    ? null
    : { field: fault === 'marker-verified' ? 'markerName' : 'time', words: describeManualFault(fault, t) };
}

/** Asks about a manual passage that no pig can have reached; null: it is possible. */
export function describeSpeedDoubt(run: Run, markerName: string, typed: string, units: UnitSystem): string | null {
  const at = readUtc(typed);
  const speed = at === null ? null : findImpossibleSpeed(run, markerName, at);
  if (speed === null) return null;
  const format = (value: number) => formatQuantity('speed', value, units, 0);
  const implied = Number.isFinite(speed) ? format(speed) : t('endless speed');
  return t('At this time the pig would have come or gone at {speed}. Pigs reach {most}.', {
    speed: implied,
    most: format(mphToMetresPerSecond(LIMITS.speedMph.to)),
  });
}

/** The error of a new time for a passage of the run; null: none. */
export function explainEdit(run: Run, passage: RunPassage, typed: string, now: number): string | null {
  const at = readUtc(typed);
  if (at === null) return t('Detected invalid characters');
  const fault = findEditFault(run, passage, at, now);
  return fault === null ? null : describeMarkerFault(fault, t);
}
