// Converts what Vitest and Playwright report to one list of results, and formats the table at the end of a run.

export interface TestResult {
  /** The titles of the test and of its steps, which contain the requirement ids. */
  readonly titles: readonly string[];
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly why?: readonly string[];
}

export interface StageResult {
  readonly stage: string;
  readonly seconds: number;
  readonly tests: readonly TestResult[];
}

interface Step {
  title: string;
  steps?: Step[];
}
interface Attempt {
  status: string;
  error?: { message?: string };
  steps?: Step[];
}
interface Suite {
  title: string;
  specs?: { title: string; tests: { status: string; results: Attempt[] }[] }[];
  suites?: Suite[];
}

const LINES_OF_WHY = 5;
const COLOURS = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g');

/** A failure outside any test. */
export function failedTest(name: string, message = ''): TestResult {
  return toResult(name, [name], 'failed', message);
}

/** Reads the file that ResultsReporter writes. */
export function readVitestReport(text: string): TestResult[] {
  return JSON.parse(text) as TestResult[];
}

export function readPlaywrightReport(text: string): TestResult[] {
  const { suites, errors = [] } = JSON.parse(text) as { suites: Suite[]; errors?: { message?: string }[] };
  return [
    ...suites.flatMap((suite) => readSuite(suite, [])),
    ...errors.map(({ message = '' }) => failedTest('the browser tests report an error outside a test', message)),
  ];
}

function readSuite({ title, specs = [], suites = [] }: Suite, above: readonly string[]): TestResult[] {
  const path = [...above, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status, results }) => {
      const last = results.at(-1);
      // A test marked as expected to fail, and failing, counts as skipped.
      const outcome = status === 'unexpected' ? 'failed' : last?.status === 'passed' ? 'passed' : 'skipped';
      const name = [...path, spec.title].join(' › ');
      return toResult(name, [spec.title, ...listSteps(last?.steps)], outcome, last?.error?.message);
    }),
  );
  return [...own, ...suites.flatMap((suite) => readSuite(suite, path))];
}

function listSteps(steps: readonly Step[] = []): string[] {
  return steps.flatMap((step) => [step.title, ...listSteps(step.steps)]);
}

export function toResult(name: string, titles: string[], status: string, message = ''): TestResult {
  const outcome = status === 'passed' || status === 'failed' ? status : 'skipped';
  const lines = message.replaceAll(COLOURS, '').split('\n');
  const why = lines.filter((line) => line.trim() !== '').slice(0, LINES_OF_WHY);
  return { name, titles, outcome, ...(outcome === 'failed' && why.length > 0 && { why }) };
}

export function countOutcome(tests: readonly TestResult[], outcome: TestResult['outcome']): number {
  return tests.filter((test) => test.outcome === outcome).length;
}

/** The last line has a fixed form: `N passed, N failed`. */
export function summarise(stages: readonly StageResult[]): string[] {
  const tests = stages.flatMap((stage) => stage.tests);
  const failed = tests.filter(({ outcome }) => outcome === 'failed');
  const seconds = stages.reduce((sum, stage) => sum + stage.seconds, 0);
  return [
    '',
    formatRow('Stage', 'seconds', 'passed', 'failed', 'skipped'),
    ...[...stages, { stage: 'All', seconds, tests }].map((each) => formatStage(each)),
    '',
    ...(failed.length === 0 ? [] : ['Failed:', ...failed.flatMap(describeFailure), '']),
    `${countOutcome(tests, 'passed')} passed, ${failed.length} failed`,
  ];
}

function formatStage({ stage, seconds, tests }: StageResult): string {
  const counts = (['passed', 'failed', 'skipped'] as const).map((outcome) => String(countOutcome(tests, outcome)));
  return formatRow(stage, seconds.toFixed(1), ...counts);
}

function formatRow(stage: string, ...cells: readonly string[]): string {
  return `${stage.padEnd(28)}${cells.map((cell) => cell.padStart(9)).join('')}`;
}

function describeFailure({ name, why = [] }: TestResult): string[] {
  return [`  ${name}`, ...why.map((line) => `      ${line}`)];
}
