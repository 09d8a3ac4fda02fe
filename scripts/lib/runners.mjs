// @ts-check
// The test runners, each with the report it leaves. What a runner does not report counts as one failed test.
import fs from 'node:fs';
import path from 'node:path';
import { messageOf } from './fail.mjs';
import { failedTest, readPlaywrightReport, readVitestReport } from './reports.mjs';
import { resultsFolder } from './root.mjs';
import { runTool } from './tool.mjs';

/** @typedef {import('./reports.mjs').TestResult} TestResult */

/**
 * @param {string} reportName
 * @param {string[]} [args]
 */
export function runVitest(reportName, args = []) {
  const file = reportFile(reportName);
  return run('vitest', file, readVitestReport, () =>
    runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args]),
  );
}

/**
 * @param {string} reportName
 * @param {string[]} [args]
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runPlaywright(reportName, args = [], env = {}) {
  const file = reportFile(reportName);
  return run('playwright', file, readPlaywrightReport, () =>
    runTool('@playwright/test', ['test', '--reporter=list,json', ...args], {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    }),
  );
}

/** @param {string} name */
function reportFile(name) {
  return path.join(resultsFolder, name);
}

/**
 * @param {string} name
 * @param {string} file
 * @param {(text: string) => TestResult[]} read
 * @param {() => Promise<{ code: number }>} start
 * @returns {Promise<TestResult[]>}
 */
async function run(name, file, read, start) {
  fs.mkdirSync(resultsFolder, { recursive: true });
  fs.rmSync(file, { force: true });
  const { code } = await start();
  const tests = readReport(name, file, read);
  if (code === 0 || tests.some((test) => test.outcome === 'failed')) return tests;
  return [...tests, failedTest(`${name} ended with exit code ${code} and reported no failed test`)];
}

/**
 * @param {string} name
 * @param {string} file
 * @param {(text: string) => TestResult[]} read
 * @returns {TestResult[]}
 */
function readReport(name, file, read) {
  try {
    return read(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    return [failedTest(`${name} left no report that can be read: ${messageOf(error)}`)];
  }
}
