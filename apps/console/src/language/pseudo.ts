import { dropContext, type Catalogue } from '@waymark/domain/language/translate';
import type { Pseudo } from './language-choice.ts';

const ACCENTED: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', O: 'Ó' };
const NAME = /(\{\w+\})/;
const GROWTH = 0.4;
/** Zero width: screens and accessible names stay as they are. */
const MARK = '\u200B';

const replaceForms = (replace: (form: string) => string): Catalogue => ({
  get: (english) => dropContext(english).split('|').map(replace).join('|'),
});

const replaceWords = (form: string, replace: (words: string) => string) =>
  form
    .split(NAME)
    .map((part) => (NAME.test(part) ? part : replace(part)))
    .join('');

/** Languages that find texts outside the catalogues, and screens without room for longer texts. */
export const PSEUDO_CATALOGUES: Readonly<Record<Pseudo, Catalogue>> = {
  pseudo: replaceForms((form) => {
    const said = replaceWords(form, (words) => words.replace(/[aeiouAEO]/g, (letter) => ACCENTED[letter] ?? letter));
    return `[${said}${'·'.repeat(Math.ceil(form.replace(NAME, '').length * GROWTH))}]`;
  }),
  marked: replaceForms((form) => replaceWords(form, (words) => (words.trim() === '' ? words : `${words}${MARK}`))),
};
