import { UTC, type Zone } from '../time/zone.ts';
import { DEFAULT_UNITS, type UnitSystem } from '../units/system.ts';
import { inEnglish, type Translate } from './translate.ts';

/** How a user reads a text that is written for them. */
export interface TextReader {
  readonly t: Translate;
  readonly units: UnitSystem;
  readonly zone: Zone;
}

/** A user who has chosen nothing. */
export const USUAL_READER: TextReader = { t: inEnglish, units: DEFAULT_UNITS, zone: UTC };
