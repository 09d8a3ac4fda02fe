import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '@waymark/domain/language/language';
import { readText, writeText } from '#/api/browser-storage.ts';

const KEY = 'waymark.language';
/**
 * For tests: `pseudo` lengthens each text and puts it in brackets, `marked` adds an invisible mark to it.
 */
const PSEUDOS = ['pseudo', 'marked'] as const;
export type Pseudo = (typeof PSEUDOS)[number];

export const isPseudo = (language: Language | Pseudo): language is Pseudo => PSEUDOS.some((each) => each === language);

/** The language of this browser, in which the page is loaded. Another choice loads it again. */
export function readLanguage(): Language | Pseudo {
  const stored = readText(KEY);
  return PSEUDOS.find((each) => each === stored) ?? parseLanguage(stored) ?? DEFAULT_LANGUAGE;
}

export function storeLanguage(language: Language): void {
  writeText(KEY, language);
}
