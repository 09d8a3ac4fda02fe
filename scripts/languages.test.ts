import { expect, it } from 'vitest';
import { listEarlyTexts, resolveImport, sortByArea } from './lib/languages/areas.ts';
import { findFaults, updateCatalogue } from './lib/languages/catalogue.ts';
import { readTexts } from './lib/languages/read-texts.ts';

const textsOf = (source: string) => readTexts('a.tsx', source).texts.map(({ text }) => text);
const noMessages = { 'sign-in': {}, console: {}, server: {} };

it('[W-502] texts are found in calls, marked tables and <Say>', () => {
  expect(
    textsOf(`
      const a = t('Save'), b = words.t('{count} run|{count} runs', { count }), c = markText("Don't");
      const d = markTexts({ one: 'Pig late', two: 'Pig stopped' } satisfies Record<string, string>);
      const e = <Say text="Last heard {marker}" values={{ marker }} />;
      const f = t(TITLES[kind]), g = other('Not a text');
    `),
  ).toEqual(['Save', '{count} run|{count} runs', "Don't", 'Pig late', 'Pig stopped', 'Last heard {marker}']);
});

it('[W-502] a template is reported, because no catalogue can contain it', () => {
  expect(readTexts('a.ts', 'const a = t(`AGM ${uid}`);').templates).toEqual([{ text: '`AGM ${uid}`', line: 1 }]);
});

it('[W-502] words in JSX that pass through no catalogue are found, and numbers, ids and class names are not', () => {
  const { untranslated } = readTexts(
    'a.tsx',
    `const a = (
      <Field label="Name" id="user name" aria-label={"Your name"} title={t('Title')}>
        Save {count} 42 <b className="bold text">·</b>
      </Field>
    );`,
  );
  expect(untranslated).toEqual([
    { text: 'Name', line: 2 },
    { text: 'Your name', line: 2 },
    { text: 'Save', line: 2 },
  ]);
});

it('imports of values are listed, and imports of types are not', () => {
  const source = "import type { A } from './a.ts'; import { b } from '#/b.ts'; export { c } from '@waymark/domain/c';";
  expect(readTexts('x.ts', source).imports).toEqual(['#/b.ts', '@waymark/domain/c']);
  const files = new Set(['apps/console/src/b.ts', 'packages/domain/src/c.ts', 'apps/console/src/app/d.ts']);
  expect(
    ['#/b.ts', '@waymark/domain/c', './d.ts', 'react'].map((name) =>
      resolveImport('apps/console/src/app/x.ts', name, files),
    ),
  ).toEqual(['apps/console/src/b.ts', 'packages/domain/src/c.ts', 'apps/console/src/app/d.ts', null]);
});

it('[W-503] a text stands in the first area that shows it; texts of no area are left out', () => {
  const module = (file: string, text: string, ...imports: string[]) => ({ file, imports, texts: [{ text, line: 1 }] });
  const areas = sortByArea([
    module('apps/console/src/main.tsx', 'Sign in', 'packages/domain/src/a.ts'),
    module('apps/console/src/features/board/Board.tsx', 'Board', 'packages/domain/src/b.ts'),
    module('apps/server/src/main.ts', 'Mail', 'packages/domain/src/a.ts', 'packages/domain/src/b.ts'),
    module('apps/simulator/src/main.ts', 'Simulator'),
    module('packages/domain/src/a.ts', 'A'),
    module('packages/domain/src/b.ts', 'B'),
  ]);
  expect([...areas]).toEqual([
    ['Sign in', 'sign-in'],
    ['A', 'sign-in'],
    ['Board', 'console'],
    ['B', 'console'],
    ['Mail', 'server'],
  ]);
});

it('[W-537] the texts of the modules before the login screen and before the map are known', () => {
  const module = (file: string, text: string, ...imports: string[]) => ({ file, imports, texts: [{ text, line: 1 }] });
  const modules = [
    module('apps/console/src/main.tsx', 'Loading'),
    module('apps/console/src/features/session/entry/LoginPage.tsx', 'Sign in', 'packages/domain/src/a.ts'),
    module('apps/console/src/features/session/entry/ResetPage.tsx', 'Reset'),
    module('apps/console/src/app/shell/HomeMap.tsx', 'Map'),
    module('apps/console/src/features/board/Board.tsx', 'Board'),
    module('packages/domain/src/a.ts', 'A'),
  ];
  expect(listEarlyTexts(modules, 'sign-in')).toEqual(new Set(['Loading', 'Sign in', 'A']));
  expect(listEarlyTexts(modules, 'console')).toEqual(new Set(['Map']));
});

it('[W-503] an update keeps translations, moves them with their text, adds new texts and removes unused ones', () => {
  const before = { ...noMessages, console: { Save: 'Guardar', Gone: 'Ido' } };
  const areas = new Map([['Save', 'sign-in'] as const, ['New', 'console'] as const]);
  expect(updateCatalogue(before, areas)).toEqual({ 'sign-in': { Save: 'Guardar' }, console: { New: '' }, server: {} });
});

it.each([
  ['Save', '', 'not translated'],
  ['{name} is damaged', 'está dañado', 'other names in braces'],
  ['{count} run|{count} runs', '{count} ejecuciones', 'other number of forms'],
  ['Save', 'Guardar|Guardan', 'other number of forms'],
  [' and', 'y', 'other spaces at its ends'],
  ['Closed##step', 'Cerrada##step', 'a context in the translation'],
])('[W-503] the translation of "%s" as "%s" is refused: %s', (text, message, fault) => {
  expect(findFaults('es', { ...noMessages, console: { [text]: message } })).toEqual([
    `es: ${fault}: ${JSON.stringify(text)}`,
  ]);
});

it('[W-503] a translation with the same names and forms is accepted', () => {
  expect(
    findFaults('es', { ...noMessages, console: { '{count} run|{count} runs': '{count} uno|{count} más' } }),
  ).toEqual([]);
});
