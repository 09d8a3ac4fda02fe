// @ts-check

/** @typedef {import('./reports.mjs').TestResult} TestResult */

const SLOWEST = 10;

/**
 * @param {readonly TestResult[]} tests
 * @param {TestResult['outcome']} outcome
 */
export function countOutcome(tests, outcome) {
  return tests.filter((test) => test.outcome === outcome).length;
}

/**
 * What is printed at the end of a run; the last line is fixed: `N passed, N failed`.
 * @param {readonly TestResult[]} tests
 */
export function summarise(tests) {
  const failed = tests.filter((test) => test.outcome === 'failed');
  const skipped = tests.filter((test) => test.outcome === 'skipped');
  const slowest = tests.filter((test) => test.seconds > 0).sort((a, b) => b.seconds - a.seconds);
  return [
    ...section(
      'Slowest tests:',
      slowest.slice(0, SLOWEST).map((test) => `${test.seconds.toFixed(1).padStart(6)} s  ${test.fullName}`),
    ),
    ...section(
      `Skipped, and so not counted: ${skipped.length}`,
      skipped.map((test) => test.fullName),
    ),
    ...section(
      'Failed:',
      failed.flatMap((test) => [test.fullName, ...(test.why ?? []).map((line) => `    ${line}`)]),
    ),
    '',
    `${countOutcome(tests, 'passed')} passed, ${failed.length} failed`,
  ];
}

/**
 * @param {string} heading
 * @param {string[]} lines
 */
function section(heading, lines) {
  return lines.length > 0 ? ['', heading, ...lines.map((line) => `  ${line}`)] : [];
}
