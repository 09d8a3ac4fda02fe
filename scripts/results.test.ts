import { describe, expect, it } from 'vitest';
import { readPlaywrightReport, summarise, type TestResult } from './lib/results.ts';

describe('readPlaywrightReport', () => {
  const suiteOf = (...tests: readonly (readonly [string, string, readonly string[]])[]) => ({
    suites: [
      {
        title: 'login.spec.ts',
        suites: [
          {
            title: 'login',
            specs: tests.map(([title, status, results]) => ({
              title,
              tests: [{ status, results: results.map((result) => ({ status: result })) }],
            })),
          },
        ],
      },
    ],
  });

  it('reads title and outcome of each Playwright test', () => {
    const report = suiteOf(
      ['one', 'expected', ['passed']],
      ['two', 'flaky', ['failed', 'passed']],
      ['three', 'unexpected', ['failed', 'timedOut']],
      ['four', 'skipped', []],
      ['known to fail', 'expected', ['timedOut']],
    );
    expect(readPlaywrightReport(JSON.stringify(report)).map(({ name, outcome }) => [name, outcome])).toEqual([
      ['login.spec.ts › login › one', 'passed'],
      ['login.spec.ts › login › two', 'passed'],
      ['login.spec.ts › login › three', 'failed'],
      ['login.spec.ts › login › four', 'skipped'],
      ['login.spec.ts › login › known to fail', 'skipped'],
    ]);
  });

  it('counts a test that fails as expected as skipped', () => {
    const report = suiteOf(['known to fail', 'expected', ['failed']]);
    expect(readPlaywrightReport(JSON.stringify(report))).toMatchObject([{ outcome: 'skipped' }]);
  });

  it('reads the titles of a test and of its steps, nested ones included', () => {
    const steps = [{ title: 'opens', steps: [{ title: '[A-001] signs in' }] }, { title: '[A-002] leaves' }];
    const specs = [{ title: 'one', tests: [{ status: 'expected', results: [{ status: 'passed', steps }] }] }];
    const [read] = readPlaywrightReport(JSON.stringify({ suites: [{ title: 'login.spec.ts', specs }] }));
    expect(read?.titles).toEqual(['one', 'opens', '[A-001] signs in', '[A-002] leaves']);
  });

  it('counts an error outside a test as a failed test', () => {
    const report = { ...suiteOf(['one', 'expected', ['passed']]), errors: [{ message: 'the server did not start' }] };
    expect(readPlaywrightReport(JSON.stringify(report))).toMatchObject([
      { outcome: 'passed' },
      { outcome: 'failed', why: ['the server did not start'] },
    ]);
  });
});

describe('summarise', () => {
  const test = (name: string, outcome: TestResult['outcome']) => ({ name, titles: [name], outcome });

  it('prints a row for each stage, the sums and no failures', () => {
    const stages = [
      { stage: 'types', seconds: 12.04, tests: [test('types', 'passed')] },
      { stage: 'units', seconds: 100, tests: [test('a', 'passed'), test('b', 'skipped')] },
    ];
    expect(summarise(stages)).toEqual([
      '',
      'Stage                         seconds   passed   failed  skipped',
      'types                            12.0        1        0        0',
      'units                           100.0        1        0        1',
      'All                             112.0        2        0        1',
      '',
      '2 passed, 0 failed',
    ]);
  });

  it('names each failure and its reason before the last line', () => {
    const failed = { ...test('b', 'failed'), why: ['expected 1', '  to be 2'] };
    const lines = summarise([{ stage: 'units', seconds: 1, tests: [failed] }]);
    expect(lines.slice(lines.indexOf('Failed:'))).toEqual([
      'Failed:',
      '  b',
      '      expected 1',
      '        to be 2',
      '',
      '0 passed, 1 failed',
    ]);
  });
});
