import { dropContext, type Catalogue } from '@waymark/domain/language/translate';
import type { Pseudo } from './language-choice.ts';

const ACCENTED: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', O: 'Ó' };
const NAME = /(\{\w+\})/;
const GROWTH = 0.4;
/** Zero width: screens and accessible names stay as they are. */
const MARK = '\u200B';
/** No line breaks here, and names of controls end before it. Half as wide as an average letter. */
const SPACE = '\u00A0';
const SPACES_A_LETTER = 2;
const LONGEST_WORD = 8;

const replaceForms = (replace: (form: string) => string): Catalogue => ({
  get: (english) => dropContext(english).split('|').map(replace).join('|'),
});

const replaceWords = (form: string, replace: (words: string) => string) =>
  form
    .split(NAME)
    .map((part) => (NAME.test(part) ? part : replace(part)))
    .join('');

const growthOf = (form: string) => Math.ceil(form.replace(NAME, '').length * GROWTH);

/** The last word grows, and blank words follow it, where a translation would have longer words and more of them. */
function lengthen(form: string): string {
  const spaces = growthOf(form) * SPACES_A_LETTER;
  const ofWord = Math.min(spaces, LONGEST_WORD);
  const words = Array.from({ length: Math.ceil((spaces - ofWord) / LONGEST_WORD) }, (_none, at) =>
    SPACE.repeat(Math.min(LONGEST_WORD, spaces - ofWord - at * LONGEST_WORD)),
  );
  return [`${form}${SPACE.repeat(ofWord)}`, ...words].join(' ');
}

/** Languages that find texts outside the catalogues, and screens without room for longer texts. */
export const PSEUDO_CATALOGUES: Readonly<Record<Pseudo, Catalogue>> = {
  pseudo: replaceForms((form) => {
    const said = replaceWords(form, (words) => words.replace(/[aeiouAEO]/g, (letter) => ACCENTED[letter] ?? letter));
    return `[${said}${'·'.repeat(growthOf(form))}]`;
  }),
  marked: replaceForms((form) => replaceWords(form, (words) => (words.trim() === '' ? words : `${words}${MARK}`))),
  long: replaceForms(lengthen),
};
