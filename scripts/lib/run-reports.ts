// The reports of test runs, each with its commit.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { RUNS, type RunReport } from './requirements.ts';
import { resultsFolder, root } from './root.mjs';

const fileOf = (run: string) => path.join(resultsFolder, `${run}.json`);

/** The commit, and whether there are uncommitted changes. Without a commit: ''. */
export function readCommit(): { commit: string; isClean: boolean } {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const head = git('rev-parse', 'HEAD');
  if (head.status !== 0) return { commit: '', isClean: false };
  return { commit: head.stdout.trim(), isClean: git('status', '--porcelain').stdout === '' };
}

export function readRunReports(): RunReport[] {
  return RUNS.filter((run) => fs.existsSync(fileOf(run))).map(
    (run) => JSON.parse(fs.readFileSync(fileOf(run), 'utf8')) as RunReport,
  );
}

/** Removes the reports of these runs, and all reports of another commit. */
export function clearRunReports(runs: readonly string[], commit: string): void {
  fs.mkdirSync(resultsFolder, { recursive: true });
  const old = readRunReports().filter((report) => report.commit !== commit);
  for (const run of [...runs, ...old.map((report) => report.run)]) fs.rmSync(fileOf(run), { force: true });
}

export function writeRunReport(report: RunReport): void {
  fs.writeFileSync(fileOf(report.run), JSON.stringify(report));
}
