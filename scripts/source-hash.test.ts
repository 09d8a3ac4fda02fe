import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashSources } from './lib/build.mjs';

const PLACES = ['app', 'lock.json'];
let base = '';
let before = '';

beforeEach(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'waymark-sources-'));
  write('app/src/main.ts', 'one');
  write('lock.json', '{}');
  before = hashSources(base, PLACES);
});

afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

it.each([
  ['a changed source', 'app/src/main.ts', 'two'],
  ['a new source', 'app/src/other.ts', ''],
  ['a changed lock file', 'lock.json', '{"a":1}'],
])('a build is stale after %s', (_, file, text) => {
  write(file, text);
  expect(hashSources(base, PLACES)).not.toBe(before);
});

it('a build is stale after a source was renamed', () => {
  fs.renameSync(path.join(base, 'app/src/main.ts'), path.join(base, 'app/src/renamed.ts'));
  expect(hashSources(base, PLACES)).not.toBe(before);
});

it.each([
  ['a changed test', 'app/src/main.test.ts'],
  ['what was built', 'app/dist/index.html'],
  ['an installed package', 'app/node_modules/zod/index.js'],
  ['a file elsewhere', 'other/main.ts'],
])('a build stays valid after %s', (_, file) => {
  write(file, 'anything');
  expect(hashSources(base, PLACES)).toBe(before);
});

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(base, file)), { recursive: true });
  fs.writeFileSync(path.join(base, file), text);
}
