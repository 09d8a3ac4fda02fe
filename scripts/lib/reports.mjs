// @ts-check
// The runners' JSON reports, read into one shape. The last line of `npm test` and the requirements tool both count from it.

/** @typedef {{ title: string, fullName: string, outcome: 'passed' | 'failed' | 'skipped', seconds: number }} TestResult */

/**
 * @typedef {{ title: string, fullName?: string, status: string, duration?: number | null }} VitestAssertion
 * @typedef {{ testResults: { name: string, status: string, assertionResults: VitestAssertion[] }[] }} VitestReport
 */

/**
 * @typedef {{ status: 'expected' | 'unexpected' | 'flaky' | 'skipped', projectName?: string,
 *   results: { status: string, duration: number }[] }} PlaywrightTest
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
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => readSuite(inner, path))];
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
