import { LIMITS } from '@waymark/domain/path/pig-path';
import { FIELD_RULES } from '@waymark/domain/path/save-checks';
import { hasHiddenControls } from '@waymark/domain/text/hidden-controls';
import { describePathFault } from '@waymark/domain/words/refusals';

interface Range {
  readonly from: number;
  readonly to: number;
}

const isWithin = (value: number | null, { from, to }: Range) => value !== null && value >= from && value <= to;

/** The error below each field; null: valid. */
export function explainName(name: string): string | null {
  if (name.trim() === '') return FIELD_RULES.name;
  if (hasHiddenControls(name.trim())) return describePathFault({ code: 'name-with-controls' });
  return name.length > LIMITS.name ? `Pig run name is too long. Maximum length is ${LIMITS.name} characters.` : null;
}

export function explainSpeed(speedMph: number | null): string | null {
  return isWithin(speedMph, LIMITS.speedMph) ? null : FIELD_RULES.speed;
}

export function explainDiameter(diameterIn: number | null): string | null {
  return isWithin(diameterIn, LIMITS.diameterIn) ? null : FIELD_RULES.diameter;
}
