import { LIMITS } from '@waymark/domain/path/pig-path';
import { FIELD_RULES, METRIC_FIELD_RULES } from '@waymark/domain/path/save-checks';
import { hasHiddenControls } from '@waymark/domain/text/hidden-controls';
import type { UnitSystem } from '@waymark/domain/units/system';
import { describePathFault } from '@waymark/domain/words/refusals';
import { t } from '#/language/t.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

const isWithin = (value: number | null, { from, to }: Range) => value !== null && value >= from && value <= to;

const rulesOf = (units: UnitSystem) => (units === 'metric' ? METRIC_FIELD_RULES : FIELD_RULES);

/** The error below each field; null: valid. */
export function explainName(name: string): string | null {
  if (name.trim() === '') return t(FIELD_RULES.name);
  if (hasHiddenControls(name.trim())) return describePathFault({ code: 'name-with-controls' }, undefined, t);
  return name.length > LIMITS.name
    ? t('Pig run name is too long. Maximum length is {number} characters.', { number: LIMITS.name })
    : null;
}

export function explainSpeed(speedMph: number | null, units: UnitSystem): string | null {
  return isWithin(speedMph, LIMITS.speedMph) ? null : t(rulesOf(units).speed);
}

export function explainDiameter(diameterIn: number | null, units: UnitSystem): string | null {
  return isWithin(diameterIn, LIMITS.diameterIn) ? null : t(rulesOf(units).diameter);
}
