// Tests that the linter keeps the documents' spelling in the contract.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './lib/root.mjs';

let tree = '';
beforeAll(() => {
  tree = fs.mkdtempSync(path.join(os.tmpdir(), 'waymark-spellings-'));
  const config = JSON.parse(fs.readFileSync(path.join(root, '.oxlintrc.json'), 'utf8')) as Record<string, unknown>;
  // The rule needs no types, and the tree has none.
  fs.writeFileSync(path.join(tree, '.oxlintrc.json'), JSON.stringify({ ...config, options: {} }));
});
afterAll(() => fs.rmSync(tree, { recursive: true, force: true }));

/** Lints one file with this line; returns the rules that it breaks. */
function lint(file: string, line: string): string {
  const to = path.join(tree, file);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.writeFileSync(to, `${line}\n`);
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [cli, '-c', '.oxlintrc.json', file], { cwd: tree, encoding: 'utf8' });
  return stdout;
}

test.each([
  ['apps/server/src/a.ts', 'export const sent = (at: string) => ({ recieveTime: at });'],
  ['apps/console/src/b.tsx', 'export const nameOf = (path: { pigRunName: string }) => path.pigRunName;'],
  ['packages/domain/src/c.ts', 'export interface Marker { readonly DistanceFromLaunch: number }'],
  ['apps/simulator/src/d.ts', "export const update = { messagegName: 'RunCreated' };"],
  ['e2e/e.ts', 'export const readAt = (row: { recieve_at: Date }) => row.recieve_at;'],
])('%s may not spell a name as the documents do', (file, line) => {
  expect(lint(file, line)).toContain('id-denylist');
});

test('the contract may', () => {
  expect(
    lint('packages/contract/src/a.ts', 'export const sent = (at: string) => ({ recieveTime: at });'),
  ).not.toContain('id-denylist');
});
