import { writeFile } from 'node:fs/promises';
import type { Reporter, SerializedError, TestModule, TestSuite } from 'vitest/node';
import { failedTest, toResult, type TestResult } from './results.ts';

/**
 * The environment variable with the path of the file that gets the results of Vitest. Its name is not one of Waymark's,
 * because a server that a test starts inherits it and refuses settings it does not know.
 */
export const RESULTS_FILE = 'TEST_RESULTS_FILE';

/**
 * Writes the results of Vitest as a list. The JSON of Vitest itself does not have the errors outside tests, and says of a
 * test whose process died that it was skipped.
 */
export default class ResultsReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): Promise<void> {
    const file = process.env[RESULTS_FILE];
    if (file === undefined) throw new Error(`${RESULTS_FILE} is not set`);
    const results = [
      ...modules.flatMap((module) => readModule(module)),
      ...errors.map((error) => failedTest('Vitest reports an error outside the tests', describe(error))),
    ];
    await writeFile(file, JSON.stringify(results));
  }
}

function readModule(module: TestModule): TestResult[] {
  const tests = [...module.children.allTests()].map((test) => {
    const { state, errors } = test.result();
    const titles = [test.name];
    if (state === 'pending')
      return toResult(test.fullName, titles, 'failed', `did not end (${module.relativeModuleId})`);
    return toResult(test.fullName, titles, state, errors?.[0] && describe(errors[0]));
  });
  const groups: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()];
  const broken = groups.flatMap((group) =>
    group.errors().map((error) => failedTest(`${module.relativeModuleId}: a part could not be run`, describe(error))),
  );
  return [...tests, ...broken];
}

/** The message, that of its cause, and the places in the code. */
function describe({ message, cause, stack = '' }: SerializedError): string {
  const places = stack.split('\n').filter((line) => line.trim().startsWith('at '));
  return [message, ...(cause ? [`caused by: ${cause.message}`] : []), ...places].join('\n');
}
