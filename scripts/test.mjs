// @ts-check
// `npm test`: every check and test. `npm run test:long`: what takes too long for that. Last line: `N passed, N failed`.
import fs from 'node:fs';
import path from 'node:path';
import { ensureChromium, ensureFirefox } from './lib/browsers.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { runChecks } from './lib/checks.mjs';
import { Failure, messageOf } from './lib/fail.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { failedTest } from './lib/reports.mjs';
import { resultsFolder, root } from './lib/root.mjs';
import { runPlaywright, runVitest } from './lib/runners.mjs';
import { ensureServices } from './lib/services.mjs';
import { countOutcome, summarise } from './lib/summary.mjs';
import { withScreen } from './lib/virtual-screen.mjs';

/** @typedef {import('./lib/reports.mjs').TestResult} TestResult */

const isLong = process.argv[2] === 'long';
const longVitest = 'vitest.long.config.ts';
const longPlaywright = 'playwright.long.config.ts';

const daily = [clearResults, build, check, () => runVitest('vitest.json'), testInChromium];
const long = [build, testLong, testLongJourneys, testInFirefox];
const hasNothingToRun = isLong && !exists(longVitest) && !exists(longPlaywright);

/** @type {TestResult[]} */
const tests = [];
if (!hasNothingToRun) {
  // Where the packages cannot be installed, nothing else can be run.
  const installed = await countFailure(install);
  tests.push(...installed);
  if (installed.length === 0) for (const step of isLong ? long : daily) tests.push(...(await countFailure(step)));
}
for (const line of summarise(tests)) console.log(line);
const isGood = countOutcome(tests, 'failed') === 0 && (countOutcome(tests, 'passed') > 0 || hasNothingToRun);
process.exit(isGood ? 0 : 1);

async function install() {
  await ensureInstalled();
  return [];
}

async function build() {
  await ensureBuilt();
  return [];
}

/** @returns {Promise<TestResult[]>} */
async function check() {
  const results = await runChecks();
  return results.map(({ name, ok, seconds }) => ({
    title: name,
    fullName: `check ${name}`,
    outcome: ok ? 'passed' : 'failed',
    seconds,
  }));
}

async function testInChromium() {
  if (!exists('playwright.config.ts') || !hasSpecs('e2e')) return [];
  const missing = await ensureChromium();
  return missing === undefined ? runPlaywright('playwright.json') : [failedTest(`browser tests: ${missing}`)];
}

async function testLong() {
  if (!exists(longVitest)) return [];
  const missing = await ensureServices();
  return missing === undefined
    ? runVitest('long-vitest.json', ['--config', longVitest])
    : [failedTest(`long tests: ${missing}`)];
}

/** Every screen by the rules of accessibility, and the longest journeys: too long for every day. */
async function testLongJourneys() {
  if (!exists(longPlaywright)) return [];
  const missing = await ensureChromium();
  if (missing !== undefined) return [failedTest(`browser tests: ${missing}`)];
  return runPlaywright('long-journeys-playwright.json', [
    '--config',
    longPlaywright,
    '--project',
    'chromium',
    '--workers',
    '2',
  ]);
}

async function testInFirefox() {
  if (!exists(longPlaywright)) return [];
  const missing = await ensureFirefox();
  if (missing !== undefined) return [failedTest(`Firefox tests: ${missing}`)];
  return withScreen((env) =>
    runPlaywright('long-playwright.json', ['--config', longPlaywright, '--project', 'firefox'], env),
  );
}

async function clearResults() {
  fs.rmSync(resultsFolder, { recursive: true, force: true });
  fs.mkdirSync(resultsFolder);
  return [];
}

/**
 * A step that could not do its work counts as one failed test.
 * @param {() => Promise<TestResult[]>} step
 * @returns {Promise<TestResult[]>}
 */
async function countFailure(step) {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Failure)) console.error(error);
    return [failedTest(messageOf(error))];
  }
}

/** @param {string} file */
function exists(file) {
  return fs.existsSync(path.join(root, file));
}

/**
 * @param {string} folder
 * @returns {boolean}
 */
function hasSpecs(folder) {
  if (!exists(folder)) return false;
  const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries.some((entry) =>
    entry.isDirectory() ? hasSpecs(`${folder}/${entry.name}`) : entry.name.endsWith('.spec.ts'),
  );
}
