import { expect, it } from 'vitest';
import { chooseLanguage } from './language.ts';
import { inEnglish, listNames, makeTranslate, markText, markTexts } from './translate.ts';

const spanish = makeTranslate(
  'es',
  new Map([
    ['Save', 'Guardar'],
    ['{name} is damaged', '{name} está dañado'],
    ['{count} run|{count} runs', '{count} ejecución|{count} ejecuciones'],
    ['{uid} at {marker}', '{marker}: {uid}'],
  ]),
);

it('[W-500] a text is shown as the catalogue has it, and in English without a translation', () => {
  expect(spanish('Save')).toBe('Guardar');
  expect(spanish('Close')).toBe('Close');
  expect(inEnglish('Save')).toBe('Save');
});

it('[W-500] names in braces are filled in wherever the translation puts them', () => {
  expect(spanish('{uid} at {marker}', { uid: 347_001, marker: 'AGM 06' })).toBe('AGM 06: 347001');
  expect(inEnglish('{uid} at {marker}', { uid: 347_001, marker: '{uid}' })).toBe('347001 at {uid}');
});

it.each([
  ['en-US', 0, '0 runs'],
  ['en-US', 1, '1 run'],
  ['en-US', 12_345, '12,345 runs'],
  ['fr', 0, '0 run'],
  ['fr', 1_000_000, '1 000 000 runs'],
])('[W-501] in %s a text in two forms says %d as "%s"', (locale, count, said) => {
  const t = makeTranslate(locale, new Map());
  expect(t('{count} run|{count} runs', { count }).replaceAll(/\s/g, ' ')).toBe(said);
});

it('[W-538] a text with two meanings has a translation for each, and its context is not shown', () => {
  const t = makeTranslate(
    'es',
    new Map([
      ['Closed##alerts', 'Cerradas'],
      ['Closed##step', 'Cerrada'],
    ]),
  );
  expect([t('Closed##alerts'), t('Closed##step')]).toEqual(['Cerradas', 'Cerrada']);
  expect([inEnglish('Closed##alerts'), t('Open##alerts'), t('{count} run|{count} runs##alerts', { count: 2 })]).toEqual(
    ['Closed', 'Open', '2 runs'],
  );
});

it('marked texts are the texts themselves, and their names are found', () => {
  expect(markText('{a} and {b}')).toBe('{a} and {b}');
  expect(markTexts({ one: 'Arriving soon' })).toEqual({ one: 'Arriving soon' });
  expect(listNames('{b} {a} {b}|{a}')).toEqual(['a', 'b']);
});

it.each([
  [['es-MX', 'en-US'], 'es'],
  [['de-DE', 'fr-CA'], 'fr'],
  [['de-DE'], 'en'],
  [[], 'en'],
])('the language of a browser that wants %j is %s', (wanted, language) => {
  expect(chooseLanguage(wanted)).toBe(language);
});
