import { DEFAULT_LANGUAGE, LANGUAGES, type Language, type Translated } from '../language/language.ts';
import { USUAL_READER, type TextReader } from '../language/reader.ts';
import type { Translate } from '../language/translate.ts';
import type { UnitSystem } from '../units/system.ts';

/** A text for readers of each system of units. */
export type UnitWords = Readonly<Record<UnitSystem, string>>;
export type Translations = Readonly<Record<Translated, UnitWords>>;

/** The words of a cause when it began, for every reader: a text that is written later would state other times. */
export interface CauseWords {
  /** In English. */
  readonly words: UnitWords;
  readonly translations: Translations;
}

export function wordCause(
  describe: (reader: TextReader) => string,
  translateTo: (language: Language) => Translate,
): CauseWords {
  const write = (language: Language): UnitWords => {
    const reader = { ...USUAL_READER, t: translateTo(language) };
    return { us: describe({ ...reader, units: 'us' }), metric: describe({ ...reader, units: 'metric' }) };
  };
  const { en: words, ...translations } = Object.fromEntries(
    LANGUAGES.map((language) => [language, write(language)]),
  ) as Record<Language, UnitWords>;
  return { words, translations };
}

/** The words for a reader. Alerts that an older server has raised have English words alone. */
export function chooseWords(
  { words, translations }: { readonly words: UnitWords; readonly translations: Translations | null },
  { language, units }: { readonly language: Language; readonly units: UnitSystem },
): string {
  const translated = language === DEFAULT_LANGUAGE ? null : translations?.[language];
  return (translated ?? words)[units];
}
