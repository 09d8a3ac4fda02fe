// `test.ts RUN …`: runs the stages of these runs one after the other. Ends with a table, then `N passed, N failed`.
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { messageOf } from './lib/fail.mjs';
import { ensurePrograms, type Program } from './lib/programs.mjs';
import { RESULTS_FILE } from './lib/results-reporter.ts';
import { countOutcome, failedTest, readPlaywrightReport, readVitestReport, summarise } from './lib/results.ts';
import type { StageResult, TestResult } from './lib/results.ts';
import { resultsFolder } from './lib/root.mjs';
import { listMissingRuns } from './lib/requirements.ts';
import { clearRunReports, readCommit, readRunReports, writeRunReport } from './lib/run-reports.ts';
import { runTool } from './lib/tool.mjs';
import { COMPILE_WASM_CALLS_ONCE } from './lib/v8-flags.ts';

interface Stage {
  readonly name: string;
  readonly run: () => Promise<readonly TestResult[]>;
}

const REPORTERS = ['--reporter=default', '--reporter=./scripts/lib/results-reporter.ts'];
const LONG_VITEST = ['--config', 'vitest.long.config.ts'];
const LONG_PLAYWRIGHT = ['--config', 'playwright.long.config.ts'];
/** TypeScript and the typed part of oxlint are written in Go; fewer garbage collections save a sixth of their time. */
const FEW_COLLECTIONS = { GOGC: '400', GOMEMLIMIT: '4GiB' };
const SERVICES: readonly Program[] = ['postgresql', 'redis-server', 'mosquitto', 'haproxy', 'curl', 'poppler-utils'];
const CONTAINERS: readonly Program[] = ['podman', 'runc', 'netavark', 'aardvark-dns', 'iptables', 'debootstrap'];

const build: Stage = { name: 'build', run: () => ensureBuilt().then(() => []) };
const checks = [
  // `tsc -b` checks several projects at once. With one checker per project it takes the least processor time.
  check('types', 'typescript', '-b', '--checkers', '1'),
  check('lint', 'oxlint'),
  check(
    'arrows',
    'dependency-cruiser',
    ...'--config .dependency-cruiser.cjs --output-type err-long'.split(' '),
    ...'packages apps e2e bench scripts'.split(' '),
  ),
  check('unused', 'knip', '--no-progress', '--no-config-hints'),
  check('format', 'oxfmt', '--check'),
  check('voice', 'scripts/voice.ts'),
  check('languages', 'scripts/languages.ts', '--check'),
];

/** Stages of each run. Those of an inner list run two at a time, the number of cores of the smallest machine. */
const RUNS: Readonly<Record<string, readonly (readonly Stage[])[]>> = {
  check: [checks],
  test: [[...checks.slice(0, 2), build, ...checks.slice(2)], [vitest('units', '--project', '!components')]],
  ci: [
    [needs('chromium', 'firefox-esr', 'xvfb', ...SERVICES), build],
    [vitest('components', '--project', 'components')],
    [playwright('journeys')],
    // Each of these stages has one worker, and alone leaves more than a third of two processors idle.
    [
      vitest('server, kills and nodes', ...LONG_VITEST, '--project', 'server-ci'),
      playwright('Firefox journeys', ...LONG_PLAYWRIGHT, '--project', 'firefox', '--grep', '@firefox'),
    ],
  ],
  long: [
    [needs('chromium', 'firefox-esr', 'xvfb', 'minisign', ...SERVICES, ...CONTAINERS), build],
    [vitest('server, benches, release', ...LONG_VITEST, '--project', '!server-ci', '--maxWorkers', '3')],
    [playwright('long journeys', ...LONG_PLAYWRIGHT, '--project', 'chromium')],
    [playwright('Firefox, other journeys', ...LONG_PLAYWRIGHT, '--project', 'firefox', '--grep-invert', '@firefox')],
  ],
};

const runs = process.argv.slice(2);
const before = readCommit();
const results: StageResult[] = [];
fs.mkdirSync(path.dirname(reportFile('')), { recursive: true });
if (runs.some((run) => run !== 'check')) clearRunReports(runs, before.commit);
for (const run of runs) {
  const ofRun: StageResult[] = [];
  for (const together of RUNS[run] ?? []) ofRun.push(...(await runTogether(together)));
  results.push(...ofRun);
  const after = readCommit();
  const isClean = before.isClean && after.isClean && after.commit === before.commit;
  if (run !== 'check')
    writeRunReport({ run, commit: before.commit, isClean, tests: ofRun.flatMap((stage) => stage.tests) });
  if (run === 'long') results.push(await runStage(requirements()));
}
for (const line of summarise(results)) console.log(line);
const tests = results.flatMap((stage) => stage.tests);
process.exit(countOutcome(tests, 'failed') === 0 && countOutcome(tests, 'passed') > 0 ? 0 : 1);

async function runTogether(stages: readonly Stage[]): Promise<StageResult[]> {
  const waiting = [...stages];
  const done: StageResult[] = [];
  const work = async () => {
    for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) done.push(await runStage(stage));
  };
  await Promise.all([work(), work()]);
  return done;
}

/** A stage that cannot run counts as one failed test. */
async function runStage({ name, run }: Stage): Promise<StageResult> {
  const startedAtMs = performance.now();
  const outcome = await run().catch((error: unknown) => [failedTest(name, messageOf(error))]);
  return { stage: name, seconds: (performance.now() - startedAtMs) / 1000, tests: outcome };
}

function needs(...programs: Program[]): Stage {
  const run = () => Promise.resolve(ensurePrograms(programs)).then((missing) => (missing ? [failedTest(missing)] : []));
  return { name: 'system packages', run };
}

function check(name: string, tool: string, ...args: readonly string[]): Stage {
  return {
    name,
    run: async () => {
      const { code, output } = await runTool(tool, args, { capture: true, env: FEW_COLLECTIONS });
      console.log(code === 0 ? `ok      ${name}` : `FAILED  ${name}\n${output.trimEnd()}`);
      return [{ name: `check ${name}`, titles: [], outcome: code === 0 ? 'passed' : 'failed' }];
    },
  };
}

/** The count includes the other runs: without their reports at this commit it is skipped. */
function requirements(): Stage {
  const counting = check('requirements', 'scripts/requirements.ts', '--check');
  const run = () => {
    const missing = listMissingRuns(readRunReports());
    if (missing.length === 0) return counting.run();
    console.log(`SKIPPED ${counting.name}: this commit has no report of ${missing.join(' and ')}. Run .ci/run first.`);
    return Promise.resolve([{ name: `check ${counting.name}`, titles: [], outcome: 'skipped' } as const]);
  };
  return { ...counting, run };
}

function vitest(name: string, ...args: readonly string[]): Stage {
  const file = reportFile(name);
  const env = { [RESULTS_FILE]: file };
  const start = () => runTool('vitest', ['run', ...REPORTERS, ...args], { flags: [COMPILE_WASM_CALLS_ONCE], env });
  return { name, run: () => report(file, readVitestReport, start) };
}

function playwright(name: string, ...args: readonly string[]): Stage {
  const file = reportFile(name);
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const start = () => runTool('@playwright/test', ['test', '--reporter=list,json', ...args], { env });
  return { name, run: () => report(file, readPlaywrightReport, start) };
}

function reportFile(name: string): string {
  return path.join(resultsFolder, 'runners', `${name.replaceAll(/\W+/g, '-')}.json`);
}

/** Runs a test runner and reads its report. */
async function report(
  file: string,
  read: (text: string) => TestResult[],
  start: () => Promise<{ code: number }>,
): Promise<TestResult[]> {
  fs.rmSync(file, { force: true });
  const { code } = await start();
  if (!fs.existsSync(file)) return [failedTest(`${path.basename(file)}: no report (exit code ${code})`)];
  const found = read(fs.readFileSync(file, 'utf8'));
  if (code === 0 || countOutcome(found, 'failed') > 0) return found;
  return [...found, failedTest(`${path.basename(file)}: exit code ${code} without a failed test`)];
}
