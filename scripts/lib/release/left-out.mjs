// @ts-check

const SOURCE_OF_TESTS = /(?:^|\/)(?:testing|golden)\/|\.test(?:-d)?\.ts$|\/test-folder\.ts$/;
const NOT_RUN = /\.(?:map|md|markdown|ts|mts|cts|tsx|flow)$/i;
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;
/** Only directly in a package: deeper down such a name may be part of the program. */
const SIDE_FOLDERS = new Set([
  '.github',
  'benchmark',
  'benchmarks',
  'docs',
  'example',
  'examples',
  'test',
  'tests',
  '__tests__',
]);

/**
 * Whether a file of ours only serves tests.
 * @param {string} file below the workspace
 */
export function isForTests(file) {
  return SOURCE_OF_TESTS.test(file);
}

/**
 * Whether Node never reads a file of a package of npm: types, maps, words, tests. Licences stay.
 * @param {string} file below the package
 */
export function isNeverRun(file) {
  const steps = file.split('/');
  if (LICENCE.test(steps.at(-1) ?? '')) return false;
  return steps.length > 1 && SIDE_FOLDERS.has(steps[0] ?? '') ? true : NOT_RUN.test(file);
}
