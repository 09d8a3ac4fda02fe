import { inEnglish, type Translate } from '../language/translate.ts';

const MAG = 0;

/** Detector 0 listens to the magnetic field; the others to the frequency that they are set to. */
export function nameDetector(number: number, t: Translate = inEnglish): string {
  return number === MAG ? 'MAG' : t('Detector {number}', { number });
}
