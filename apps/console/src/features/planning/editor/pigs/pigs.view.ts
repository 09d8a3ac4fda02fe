import { hasHiddenControls, foldName } from '@waymark/domain/text/names';
import { LIMITS } from '@waymark/domain/path/pig-path';
import { t } from '#/language/t.ts';

const MAX_NAME = 100;

/** Reason why this pig cannot be added; null: it can. */
export function explainPig(pigs: readonly string[], typed: string): string | null {
  const name = typed.trim();
  if (name === '') return t('Enter a pig name.');
  if (name.length > MAX_NAME) return t('A pig name has at most {number} characters.', { number: MAX_NAME });
  if (hasHiddenControls(name)) return t('A pig name must not have control characters.');
  return pigs.some((pig) => foldName(pig) === foldName(name)) ? t('There is already a pig {name}.', { name }) : null;
}

export function isFull(pigs: readonly string[]): boolean {
  return pigs.length >= LIMITS.pigs;
}

export function addPig(pigs: readonly string[], typed: string): readonly string[] {
  return isFull(pigs) || explainPig(pigs, typed) !== null ? pigs : [...pigs, typed.trim()];
}
