export const LANGUAGES = ['en', 'es', 'fr'] as const;
/** The language of a reader. English is the language of the documents and of the texts in the code. */
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE = 'en' satisfies Language;
/** The languages of the catalogues. */
export type Translated = Exclude<Language, typeof DEFAULT_LANGUAGE>;

/** Each language in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
};

export function parseLanguage(stored: string | null | undefined): Language | null {
  return LANGUAGES.find((language) => language === stored) ?? null;
}

/** The first of a browser's languages that Waymark speaks: `es-MX` is Spanish. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = parseLanguage(tag.toLowerCase().split('-')[0]);
    if (language) return language;
  }
  return DEFAULT_LANGUAGE;
}
