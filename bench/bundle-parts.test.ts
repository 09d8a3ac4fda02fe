import { LANGUAGES } from '@waymark/domain/language/language';
import esConsole from '@waymark/languages/es/console.json' with { type: 'json' };
import esSignIn from '@waymark/languages/es/sign-in.json' with { type: 'json' };
import { expect, test } from 'vitest';
import {
  BUDGET_KB,
  listParts,
  listShareFiles,
  measureLoginKb,
  measureMapKb,
  measureShareKb,
  readLoginScripts,
  readMapScripts,
  readMessages,
  readScripts,
} from './bundle-parts.ts';

// Measures the console that `npm test` has just built.

test.each(LANGUAGES)('[W-264] the download before the login screen stays within its budget in %s', (language) => {
  const budgetKb = language === 'en' ? BUDGET_KB.login : BUDGET_KB.translatedLogin;
  expect(measureLoginKb(language)).toBeLessThanOrEqual(budgetKb);
});

test.each(LANGUAGES)(
  '[W-264] the download before the map, without the map engine, stays within its budget in %s',
  (language) => {
    expect(measureMapKb(language)).toBeLessThanOrEqual(BUDGET_KB.map);
  },
);

/** A text as a script quotes it. Texts of one word may be other words of the code. */
const isQuoted = (script: string, text: string) =>
  / /.test(text) &&
  !/["'`\\]/.test(text) &&
  ['"', "'", '`'].some((quote) => script.includes(`${quote}${text}${quote}`));

test.each([
  ['login', readLoginScripts, esSignIn],
  ['map', readMapScripts, { ...esSignIn, ...esConsole }],
] as const)('[W-537] the messages of the scripts before the %s come with them', (before, readScript, catalogue) => {
  const [script, messages] = [readScript(), readMessages('es', before)];
  const shown = Object.keys(catalogue).filter((text) => isQuoted(script, text));
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((text) => !messages.includes(text))).toEqual([]);
  expect(Object.keys(catalogue).filter((text) => !messages.includes(text)).length).toBeGreaterThan(20);
});

test('[W-387] the download of a shared run before its map stays within its budget, without Mantine and the shell', () => {
  expect(measureShareKb()).toBeLessThanOrEqual(BUDGET_KB.share);
  const files = listShareFiles();
  expect(files.filter((file) => /maplibre|mantine|AppFrame|HomeScreen|LoginPage/i.test(file))).toEqual([]);
});

test('[W-271] the gallery of components is not in the release', () => {
  expect(listParts()).toContain('src/features/session/entry/LoginPage.tsx');
  expect(listParts().filter((part) => part.includes('gallery'))).toEqual([]);
  const scripts = readScripts();
  expect(scripts.some((script) => script.includes('/set-password'))).toBe(true);
  expect(scripts.filter((script) => script.includes('/gallery'))).toEqual([]);
});
