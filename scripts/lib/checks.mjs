// @ts-check
// What is checked without running the product. Each check counts as one test.
import fs from 'node:fs';
import path from 'node:path';
import { resultsFolder, root } from './root.mjs';
import { runTool } from './tool.mjs';

/** @typedef {{ name: string, tool: string, args: string[] }} Check */
/** @typedef {{ name: string, ok: boolean, seconds: number }} CheckResult */

/** Runs every check, prints a line for each and what the failed ones said, and leaves a report. */
export async function runChecks() {
  /** @type {CheckResult[]} */
  const results = [];
  for (const check of listChecks()) results.push(await runCheck(check));
  fs.mkdirSync(resultsFolder, { recursive: true });
  fs.writeFileSync(path.join(resultsFolder, 'checks.json'), `${JSON.stringify({ checks: results }, undefined, 2)}\n`);
  return results;
}

/** @param {Check} check */
async function runCheck({ name, tool, args }) {
  const startedAtMs = performance.now();
  const { code, output } = await runTool(tool, args, { capture: true });
  const seconds = (performance.now() - startedAtMs) / 1000;
  const ok = code === 0;
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(30)}  ${seconds.toFixed(1)} s`);
  if (!ok) console.log(output.trimEnd());
  return { name, ok, seconds };
}

/** @returns {Check[]} */
function listChecks() {
  const places = ['packages', 'apps', 'e2e', 'bench', 'scripts'].filter((folder) => exists(folder));
  return [
    // One checker a project costs the least processor time; projects are checked side by side.
    { name: 'types', tool: 'typescript', args: ['-b', '--checkers', '1'] },
    { name: 'format', tool: 'oxfmt', args: ['--check'] },
    { name: 'lint', tool: 'oxlint', args: [] },
    {
      name: 'arrows',
      tool: 'dependency-cruiser',
      args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long', ...places],
    },
    { name: 'unused', tool: 'knip', args: ['--no-progress', '--no-config-hints'] },
  ];
}

/** @param {string[]} names */
function exists(...names) {
  return fs.existsSync(path.join(root, ...names));
}
