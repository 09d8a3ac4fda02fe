import { describe, expect, it } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './lib/reports.mjs';
import { summarise } from './lib/summary.mjs';

describe("vitest's report", () => {
  it('gives each test with its own title and outcome', () => {
    const report = {
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          assertionResults: [
            { title: 'one', fullName: 'group one', status: 'passed', duration: 1500 },
            {
              title: 'two',
              fullName: 'group two',
              status: 'failed',
              duration: 20,
              failureMessages: ['\u001B[31mexpected 1\u001B[39m\n\n  to be 2'],
            },
            { title: 'three', fullName: 'group three', status: 'pending' },
            { title: 'four', fullName: 'group four', status: 'todo' },
          ],
        },
      ],
    };
    expect(readVitestReport(JSON.stringify(report))).toEqual([
      { title: 'one', fullName: 'group one', outcome: 'passed', seconds: 1.5 },
      { title: 'two', fullName: 'group two', outcome: 'failed', seconds: 0.02, why: ['expected 1', '  to be 2'] },
      { title: 'three', fullName: 'group three', outcome: 'skipped', seconds: 0 },
      { title: 'four', fullName: 'group four', outcome: 'skipped', seconds: 0 },
    ]);
  });

  it('counts a file that could not be loaded as one failed test', () => {
    const report = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] };
    expect(readVitestReport(JSON.stringify(report)).map((test) => test.outcome)).toEqual(['failed']);
  });
});

describe("playwright's report", () => {
  const suiteOf = (...tests: readonly (readonly [string, string, readonly string[]])[]) => ({
    suites: [
      {
        title: 'login.spec.ts',
        suites: [
          {
            title: 'login',
            specs: tests.map(([title, status, results]) => ({
              title,
              tests: [{ status, results: results.map((result) => ({ status: result, duration: 500 })) }],
            })),
          },
        ],
      },
    ],
    errors: [],
  });

  it('gives each test with its own title and outcome', () => {
    const report = suiteOf(
      ['one', 'expected', ['passed']],
      ['two', 'flaky', ['failed', 'passed']],
      ['three', 'unexpected', ['failed', 'timedOut']],
      ['four', 'skipped', []],
      ['known to fail', 'expected', ['failed']],
    );
    expect(readPlaywrightReport(JSON.stringify(report))).toEqual([
      { title: 'one', fullName: 'login.spec.ts › login › one', outcome: 'passed', seconds: 0.5 },
      { title: 'two', fullName: 'login.spec.ts › login › two', outcome: 'passed', seconds: 1 },
      { title: 'three', fullName: 'login.spec.ts › login › three', outcome: 'failed', seconds: 1 },
      { title: 'four', fullName: 'login.spec.ts › login › four', outcome: 'skipped', seconds: 0 },
      { title: 'known to fail', fullName: 'login.spec.ts › login › known to fail', outcome: 'skipped', seconds: 0.5 },
    ]);
  });

  it('gives the titles of its steps, those within steps too', () => {
    const steps = [{ title: 'opens', steps: [{ title: '[A-001] signs in' }] }, { title: '[A-002] leaves' }];
    const specs = [
      { title: 'one', tests: [{ status: 'expected', results: [{ status: 'passed', duration: 500, steps }] }] },
    ];
    const [read] = readPlaywrightReport(JSON.stringify({ suites: [{ title: 'login.spec.ts', specs }] }));
    expect(read?.steps).toEqual(['opens', '[A-001] signs in', '[A-002] leaves']);
  });

  it('counts errors as failed tests where nothing ran', () => {
    const report = { suites: [], errors: [{ message: 'the server did not start' }] };
    expect(readPlaywrightReport(JSON.stringify(report)).map((test) => [test.fullName, test.outcome])).toEqual([
      ['the server did not start', 'failed'],
    ]);
  });
});

describe('the summary', () => {
  const test = (title: string, outcome: 'passed' | 'failed' | 'skipped', seconds: number) => ({
    title,
    fullName: title,
    outcome,
    seconds,
  });

  it('ends with the sums and counts no skipped test', () => {
    const lines = summarise([
      test('a', 'passed', 1),
      test('b', 'failed', 2),
      test('c', 'skipped', 0),
      test('d', 'passed', 0),
    ]);
    expect(lines.at(-1)).toBe('2 passed, 1 failed');
    expect(lines).toContain('Skipped, and so not counted: 1');
  });

  it('says why a test has failed, without an empty line', () => {
    const lines = summarise([{ ...test('b', 'failed', 2), why: ['expected 1', '  to be 2'] }]);
    expect(lines.slice(lines.indexOf('Failed:'))).toEqual([
      'Failed:',
      '  b',
      '      expected 1',
      '        to be 2',
      '',
      '0 passed, 1 failed',
    ]);
  });

  it('names the ten slowest tests, the slowest first', () => {
    const tests = Array.from({ length: 12 }, (_, index) => test(`test ${index}`, 'passed', index));
    const slowest = summarise(tests).filter((line) => line.includes(' s  '));
    expect(slowest).toHaveLength(10);
    expect(slowest[0]).toBe('    11.0 s  test 11');
  });
});
