import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '@waymark/domain/language/language';
import { readText, writeText } from '#/api/browser-storage.ts';

const KEY = 'waymark.language';
/** Marks and lengthens each text, to find those that pass through no catalogue and screens without room for them. */
export const PSEUDO = 'pseudo';

/** The language of this browser, in which the page is loaded. Another choice loads it again. */
export function readLanguage(): Language | typeof PSEUDO {
  const stored = readText(KEY);
  return stored === PSEUDO ? PSEUDO : (parseLanguage(stored) ?? DEFAULT_LANGUAGE);
}

export function storeLanguage(language: Language): void {
  writeText(KEY, language);
}
