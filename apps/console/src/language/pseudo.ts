import type { Catalogue } from '@waymark/domain/language/translate';

const ACCENTED: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', O: 'Ó' };
const NAME = /(\{\w+\})/;
const GROWTH = 0.4;

/** A language in which each text is 40 % longer and stands in brackets. */
export const pseudoCatalogue: Catalogue = {
  get: (english) => english.split('|').map(lengthen).join('|'),
};

function lengthen(form: string): string {
  const said = form
    .split(NAME)
    .map((part) => (NAME.test(part) ? part : part.replace(/[aeiouAEO]/g, (letter) => ACCENTED[letter] ?? letter)))
    .join('');
  return `[${said}${'·'.repeat(Math.ceil(form.replace(NAME, '').length * GROWTH))}]`;
}
