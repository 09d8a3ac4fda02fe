// @ts-check
// The runners' JSON reports, read into one shape. The last line of `npm test` and the requirements tool both count from it.

/**
 * @typedef {{ title: string, fullName: string, outcome: 'passed' | 'failed' | 'skipped', seconds: number, why?: string[], steps?: string[] }} TestResult
 * `why`: what its runner said of a failure, shortened. `steps`: the titles of its steps, which ran and passed where it did.
 */

/**
 * @typedef {{ title: string, fullName?: string, status: string, duration?: number | null, failureMessages?: string[] }} VitestAssertion
 * @typedef {{ testResults: { name: string, status: string, assertionResults: VitestAssertion[] }[] }} VitestReport
 */

/** @typedef {{ title: string, steps?: PlaywrightStep[] }} PlaywrightStep */

/**
 * @typedef {{ status: 'expected' | 'unexpected' | 'flaky' | 'skipped', projectName?: string,
 *   results: { status: string, duration: number, error?: { message?: string }, steps?: PlaywrightStep[] }[] }} PlaywrightTest
 * @typedef {{ title: string, specs?: { title: string, tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites: PlaywrightSuite[], errors?: { message?: string }[] }} PlaywrightReport
 */

/**
 * @param {string} text
 * @returns {TestResult[]}
 */
export function readVitestReport(text) {
  /** @type {VitestReport} */
  const report = JSON.parse(text);
  return report.testResults.flatMap((file) => {
    const tests = file.assertionResults.map((test) => ({
      title: test.title,
      fullName: test.fullName ?? test.title,
      outcome: outcomeInVitest(test.status),
      seconds: (test.duration ?? 0) / 1000,
      ...explain(test.failureMessages?.[0]),
    }));
    const isBroken = file.status === 'failed' && !tests.some((test) => test.outcome === 'failed');
    return isBroken ? [...tests, failedTest(`${file.name} could not be run to its end`)] : tests;
  });
}

/**
 * @param {string} text
 * @returns {TestResult[]}
 */
export function readPlaywrightReport(text) {
  /** @type {PlaywrightReport} */
  const report = JSON.parse(text);
  const tests = report.suites.flatMap((suite) => readSuite(suite, []));
  const hasRun = tests.some((test) => test.outcome !== 'skipped');
  const errors = hasRun ? [] : (report.errors ?? []);
  return [...tests, ...errors.map((error) => failedTest(error.message ?? 'the browser tests could not be run'))];
}

/**
 * A failure that no single test stands for.
 * @param {string} name
 * @returns {TestResult}
 */
export function failedTest(name) {
  return { title: name, fullName: name, outcome: 'failed', seconds: 0 };
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string[]} above
 * @returns {TestResult[]}
 */
function readSuite(suite, above) {
  const path = [...above, suite.title];
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({
      title: spec.title,
      fullName: [...path, spec.title].join(' › '),
      outcome: outcomeInPlaywright(test),
      seconds: test.results.reduce((sum, result) => sum + result.duration, 0) / 1000,
      ...explain(test.results.at(-1)?.error?.message),
      ...listSteps(test.results.at(-1)?.steps),
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => readSuite(inner, path))];
}

/**
 * @param {PlaywrightStep[] | undefined} steps
 * @returns {{ steps?: string[] }}
 */
function listSteps(steps = []) {
  const titles = steps.flatMap((step) => [step.title, ...(listSteps(step.steps).steps ?? [])]);
  return titles.length > 0 ? { steps: titles } : {};
}

const LINES_OF_WHY = 14;
const COLOURS = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g');

/**
 * @param {string | undefined} message
 * @returns {{ why?: string[] }}
 */
function explain(message) {
  const lines = (message ?? '')
    .replaceAll(COLOURS, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.length > 0 ? { why: lines.slice(0, LINES_OF_WHY) } : {};
}

/**
 * @param {string} status
 * @returns {TestResult['outcome']}
 */
function outcomeInVitest(status) {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}

/**
 * @param {PlaywrightTest} test
 * @returns {TestResult['outcome']}
 */
function outcomeInPlaywright({ status, results }) {
  if (status === 'unexpected') return 'failed';
  // A test that is expected to fail, and does, shows nothing: no more than one that was skipped.
  return results.at(-1)?.status === 'passed' ? 'passed' : 'skipped';
}
