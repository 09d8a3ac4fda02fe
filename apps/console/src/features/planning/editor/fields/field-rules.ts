import { LIMITS } from '@waymark/domain/path/pig-path';
import { hasHiddenControls } from '@waymark/domain/text/names';
import type { UnitSystem } from '@waymark/domain/units/system';
import { describePathFault } from '@waymark/domain/words/refusals';
import { t } from '#/language/t.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

const isWithin = (value: number | null, { from, to }: Range) => value !== null && value >= from && value <= to;

/** The limits of METRIC are those of US, converted. */
const US = {
  speed: t('Expected speed between 0.1 and 20 mph is required to calculate ETAs!'),
  diameter: t('A pipeline diameter between 4 and 50 inches is required to use Machine Learning.'),
};
const METRIC = {
  speed: t('Expected speed between 0.045 and 8.94 m/s is required to calculate ETAs!'),
  diameter: t('A pipeline diameter between 101.6 and 1270 mm is required to use Machine Learning.'),
};
const rulesOf = (units: UnitSystem) => (units === 'metric' ? METRIC : US);

/** The error below each field; null: valid. */
export function explainName(name: string): string | null {
  if (name.trim() === '') return t('Enter pig run name.');
  if (hasHiddenControls(name.trim())) return describePathFault({ code: 'name-with-controls' }, undefined, t);
  return name.length > LIMITS.name
    ? t('Pig run name is too long. Maximum length is {number} characters.', { number: LIMITS.name })
    : null;
}

export function explainSpeed(speedMph: number | null, units: UnitSystem): string | null {
  return isWithin(speedMph, LIMITS.speedMph) ? null : rulesOf(units).speed;
}

export function explainDiameter(diameterIn: number | null, units: UnitSystem): string | null {
  return isWithin(diameterIn, LIMITS.diameterIn) ? null : rulesOf(units).diameter;
}
