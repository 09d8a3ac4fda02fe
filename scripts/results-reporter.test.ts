import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { RESULTS_FILE } from './lib/results-reporter.ts';
import type { TestResult } from './lib/results.ts';
import { root } from './lib/root.mjs';

// Below the project, so that the test files find Vitest.
const folder = mkdtempSync(path.join(root, 'node_modules/.results-reporter-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs Vitest with the reporter on one file. */
function runFile(body: string): TestResult[] {
  const file = path.join(folder, 'results.json');
  writeFileSync(path.join(folder, 'a.test.ts'), `import { beforeAll, describe, expect, it } from 'vitest';\n${body}`);
  const reporter = path.join(import.meta.dirname, 'lib/results-reporter.ts');
  const program = path.join(root, 'node_modules/vitest/vitest.mjs');
  const { NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env;
  try {
    execFileSync(process.execPath, [program, 'run', '--root', folder, `--reporter=${reporter}`], {
      env: { ...env, [RESULTS_FILE]: file },
      stdio: 'ignore',
    });
  } catch {
    // It ends with an exit code when a test fails.
  }
  return JSON.parse(readFileSync(file, 'utf8')) as TestResult[];
}

it('the results have title, outcome and the reason of a failure', () => {
  const results = runFile(`
    describe('group', () => {
      it('one', () => {});
      it('two', () => expect(1).toBe(2));
      it.skip('three', () => {});
      it.todo('four');
    });`);
  expect(results.map(({ name, titles, outcome }) => [name, titles, outcome])).toEqual([
    ['group > one', ['one'], 'passed'],
    ['group > two', ['two'], 'failed'],
    ['group > three', ['three'], 'skipped'],
    ['group > four', ['four'], 'skipped'],
  ]);
  expect(results[1]?.why).toEqual(expect.arrayContaining([expect.stringContaining('expected 1 to be 2')]));
});

it('a group whose preparation failed counts as one failed test', () => {
  const results = runFile(`
    describe('group', () => {
      beforeAll(() => { throw new Error('no database'); });
      it('one', () => {});
    });`);
  expect(results.filter(({ outcome }) => outcome === 'failed')).toMatchObject([
    { why: expect.arrayContaining(['no database']) },
  ]);
});

it('a file that cannot be loaded counts as one failed test', () => {
  const results = runFile(`throw new Error('no such import');`);
  expect(results).toMatchObject([{ outcome: 'failed', why: expect.arrayContaining(['no such import']) }]);
});

it('a test whose process died has failed, and the death is told', () => {
  const results = runFile(`
    it('one', () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}); });`);
  expect(results).toMatchObject([
    { name: 'one', outcome: 'failed', why: ['did not end (a.test.ts)'] },
    { outcome: 'failed', why: expect.arrayContaining([expect.stringContaining('SIGKILL')]) },
  ]);
});

it('an error that no test waits for is told', () => {
  const results = runFile(`
    it('one', () => { void Promise.reject(new Error('left alone')); });`);
  expect(results).toMatchObject([
    { outcome: 'passed' },
    { outcome: 'failed', why: expect.arrayContaining(['left alone']) },
  ]);
});
