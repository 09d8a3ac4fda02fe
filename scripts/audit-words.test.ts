import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/root.mjs';

// Each code that the server writes into the audit has words in the console.

const WORDS = fs.readFileSync(path.join(root, 'apps/console/src/features/audit/audit-words.ts'), 'utf8');

const PARTS = fs.readFileSync(path.join(root, 'apps/console/src/features/audit/audit.view.ts'), 'utf8');

const sources = execFileSync('git', ['ls-files', '-z', 'apps/server/src'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file.endsWith('.ts') && !/\.test\.|\/testing\//.test(file))
  .map((file) => fs.readFileSync(path.join(root, file), 'utf8'));

/** The codes in the value of a property. */
const listCodes = (property: string) =>
  sources.flatMap((source) =>
    Array.from(source.matchAll(new RegExp(`\\b${property}: ([^,\\n]+)`, 'g')), ([, value = '']) => value).flatMap(
      (value) => Array.from(value.matchAll(/'([a-z]+(?:-[a-z]+)*)'/g), ([, code = '']) => code),
    ),
  );

const hasWords = (code: string, words = WORDS) => new RegExp(`^  '?${code}'?: `, 'm').test(words);

it('the actions of the audit have words', () => {
  const actions = listCodes('action').filter((code) => code.includes('-'));
  expect(actions.length).toBeGreaterThan(80);
  expect(actions.filter((code) => !hasWords(code))).toEqual([]);
});

it('the objects of the audit have words', () => {
  const objects = listCodes('objectType');
  expect(objects.length).toBeGreaterThan(60);
  expect(objects.filter((code) => !hasWords(code))).toEqual([]);
});

it('the parts of the server that act by themselves have words', () => {
  const names = sources.flatMap((source) =>
    Array.from(source.matchAll(/systemOrigin\('([^']+)'/g), ([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !hasWords(name, PARTS))).toEqual([]);
});
