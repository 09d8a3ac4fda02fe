// Declared for every project that compiles this module, not only for that of the console.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./messages.d.ts" />
import { DEFAULT_LANGUAGE, type Language, type Translated } from '@waymark/domain/language/language';
import { makeTranslate, type Catalogue, type Translate } from '@waymark/domain/language/translate';
import { isPseudo, readLanguage, type Pseudo } from './language-choice.ts';

// A page has one language, whose messages are loaded before the modules that show them (main.tsx, lazy-part.ts,
// load-part.ts). So constants of modules are texts too.

/** In the order in which they are shown: the messages of each come after those before it. */
const PARTS = ['login', 'sign-in', 'map', 'console'] as const;
/** What is shown of the console: the login screen, all before the sign-in, the frame with the map, everything. */
export type MessagePart = (typeof PARTS)[number];
type File = { readonly default: Readonly<Record<string, string>> };

const FILES: Readonly<Record<Translated, Readonly<Record<MessagePart, () => Promise<File>>>>> = {
  es: {
    login: () => import('@waymark/languages/es/sign-in.json?early'),
    'sign-in': () => import('@waymark/languages/es/sign-in.json?late'),
    map: () => import('@waymark/languages/es/console.json?early'),
    console: () => import('@waymark/languages/es/console.json?late'),
  },
  fr: {
    login: () => import('@waymark/languages/fr/sign-in.json?early'),
    'sign-in': () => import('@waymark/languages/fr/sign-in.json?late'),
    map: () => import('@waymark/languages/fr/console.json?early'),
    console: () => import('@waymark/languages/fr/console.json?late'),
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
const loaded = new Set<MessagePart>();
const source: { catalogue: Catalogue } = { catalogue: messages };

/** Loads the messages of a part and of those before it. In English there are none. */
export async function loadMessages(part: MessagePart): Promise<void> {
  if (language === DEFAULT_LANGUAGE) return;
  const missing = PARTS.slice(0, PARTS.indexOf(part) + 1).filter((each) => !loaded.has(each));
  if (isPseudo(language)) {
    if (missing.length > 0) source.catalogue = (await import('./pseudo.ts')).PSEUDO_CATALOGUES[language];
  } else {
    const files = await Promise.all(missing.map((each) => FILES[language][each]()));
    for (const { default: file } of files)
      for (const [english, message] of Object.entries(file)) messages.set(english, message);
  }
  for (const each of missing) loaded.add(each);
}

/** The language in which the page asks the server for texts. */
export const LANGUAGE: Language = isPseudo(language) ? DEFAULT_LANGUAGE : language;

/** For numbers, lists and the order of words. */
export const LOCALE = LOCALES[language];

/** Says an English text of the code in the language of the page. */
export const t: Translate = makeTranslate(LOCALE, { get: (english) => source.catalogue.get(english) });

/** Says a text that the server wrote, if the catalogue has it. */
export const sayServerText = (english: string): string => source.catalogue.get(english) ?? english;
