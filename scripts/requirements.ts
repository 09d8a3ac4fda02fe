// `npm run requirements`: number of requirements per area that are covered by a test that ran and passed at this
// commit. `-- --missing` lists the others with their titles, `-- --shown` lists the tests, `-- --check` fails on every
// error.
import fs from 'node:fs';
import path from 'node:path';
import {
  compressIds,
  coverRequirements,
  findFaults,
  findForeignReports,
  nameRun,
  parseRequirements,
} from './lib/requirements.ts';
import { root } from './lib/root.mjs';
import { readCommit, readRunReports } from './lib/run-reports.ts';

const options = process.argv.slice(2);
const areas = parseRequirements(fs.readFileSync(path.join(root, 'docs/requirements.md'), 'utf8'));
const reports = readRunReports();
const tests = reports.flatMap((report) => report.tests);
const shownBy = coverRequirements(tests);

for (const { run, commit, isClean } of reports)
  console.log(`Counted: ${nameRun(run)} at ${commit.slice(0, 10) || 'no commit'}${isClean ? '' : ' and changes'}`);
if (reports.length === 0) console.log('There are no results of tests: run npm test first.');

const width = Math.max(0, ...areas.map((area) => area.title.length));
const print = (letter: string, title: string, shown: number, all: number, rest = '') =>
  console.log(`${letter.padEnd(2)} ${title.padEnd(width)}  ${`${shown} of ${all}`.padStart(12)}${rest}`);
for (const { letter, title, requirements } of areas) {
  const missing = requirements.filter(({ id }) => !shownBy.has(id));
  const gap = missing.length === 0 ? '' : `  missing ${compressIds(missing.map(({ id }) => id))}`;
  print(letter, title, requirements.length - missing.length, requirements.length, gap);
  if (options.includes('--missing')) for (const { id, title: text } of missing) console.log(`     ${id} ${text}`);
  if (options.includes('--shown'))
    for (const { id } of requirements) for (const name of shownBy.get(id) ?? []) console.log(`     ${id} ${name}`);
}
const all = areas.flatMap((area) => area.requirements);
print('', 'All', all.filter(({ id }) => shownBy.has(id)).length, all.length);

if (options.includes('--check')) {
  const faults = [...findForeignReports(reports, readCommit().commit), ...findFaults(areas, tests)];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
