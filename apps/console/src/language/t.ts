import { DEFAULT_LANGUAGE, type Language, type Translated } from '@waymark/domain/language/language';
import { makeTranslate, type Catalogue, type Translate } from '@waymark/domain/language/translate';
import { isPseudo, readLanguage, type Pseudo } from './language-choice.ts';

// A page has one language, whose messages are loaded before the modules that show them (main.tsx, lazy-part.ts). So
// constants of modules are texts too.

type Area = 'sign-in' | 'console';
type File = { readonly default: Readonly<Record<string, string>> };

const FILES: Readonly<Record<Translated, Readonly<Record<Area, () => Promise<File>>>>> = {
  es: {
    'sign-in': () => import('@waymark/languages/es/sign-in.json'),
    console: () => import('@waymark/languages/es/console.json'),
  },
  fr: {
    'sign-in': () => import('@waymark/languages/fr/sign-in.json'),
    console: () => import('@waymark/languages/fr/console.json'),
  },
};
const LOCALES: Readonly<Record<Language | Pseudo, string>> = {
  en: 'en-US',
  es: 'es',
  fr: 'fr',
  pseudo: 'en-US',
  marked: 'en-US',
};

const language = readLanguage();
const messages = new Map<string, string>();
const loaded = new Set<Area>();
const source: { catalogue: Catalogue } = { catalogue: messages };

/** Loads the messages of an area. In English there are none. */
export async function loadMessages(area: Area): Promise<void> {
  if (language === DEFAULT_LANGUAGE || loaded.has(area)) return;
  if (isPseudo(language)) source.catalogue = (await import('./pseudo.ts')).PSEUDO_CATALOGUES[language];
  else
    for (const [english, message] of Object.entries((await FILES[language][area]()).default))
      messages.set(english, message);
  loaded.add(area);
}

/** The language in which the page asks the server for texts. */
export const LANGUAGE: Language = isPseudo(language) ? DEFAULT_LANGUAGE : language;

/** For numbers, lists and the order of words. */
export const LOCALE = LOCALES[language];

/** Says an English text of the code in the language of the page. */
export const t: Translate = makeTranslate(LOCALE, { get: (english) => source.catalogue.get(english) });

/** Says a text that the server wrote, if the catalogue has it. */
export const sayServerText = (english: string): string => source.catalogue.get(english) ?? english;
