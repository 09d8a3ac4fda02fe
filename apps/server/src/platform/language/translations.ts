import { DEFAULT_LANGUAGE, type Language, type Translated } from '@waymark/domain/language/language';
import { inEnglish, makeTranslate, type Translate } from '@waymark/domain/language/translate';
import esConsole from '@waymark/languages/es/console.json' with { type: 'json' };
import esServer from '@waymark/languages/es/server.json' with { type: 'json' };
import esSignIn from '@waymark/languages/es/sign-in.json' with { type: 'json' };
import frConsole from '@waymark/languages/fr/console.json' with { type: 'json' };
import frServer from '@waymark/languages/fr/server.json' with { type: 'json' };
import frSignIn from '@waymark/languages/fr/sign-in.json' with { type: 'json' };

// Texts that console and server share stand in the files of the console.
const FILES: Readonly<Record<Translated, readonly object[]>> = {
  es: [esSignIn, esConsole, esServer],
  fr: [frSignIn, frConsole, frServer],
};

const makeTranslateTo = (language: Translated) =>
  makeTranslate(language, new Map(FILES[language].flatMap((file) => Object.entries(file) as [string, string][])));

const TRANSLATE: Readonly<Record<Language, Translate>> = {
  [DEFAULT_LANGUAGE]: inEnglish,
  es: makeTranslateTo('es'),
  fr: makeTranslateTo('fr'),
};

/** For texts that the server writes: mails, text messages, the words of alerts. */
export const translateTo = (language: Language): Translate => TRANSLATE[language];
