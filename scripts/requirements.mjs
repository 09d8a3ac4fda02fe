// @ts-check
// `npm run requirements`: per area, how many requirements are shown by a test that ran and passed, and which are missing.
// `-- --missing` lists those with their titles, `-- --shown` lists the tests.
import fs from 'node:fs';
import path from 'node:path';
import { runCommand } from './lib/fail.mjs';
import { readPlaywrightReport, readVitestReport } from './lib/reports.mjs';
import { MOST_IDS_A_TEST, compressIds, coverRequirements, parseRequirements } from './lib/requirements.mjs';
import { resultsFolder, root } from './lib/root.mjs';

/** @typedef {import('./lib/requirements.mjs').Area} Area */
/** @typedef {import('./lib/requirements.mjs').Coverage} Coverage */

const options = process.argv.slice(2);

await runCommand(async () => {
  const areas = parseRequirements(fs.readFileSync(path.join(root, 'docs', 'requirements.md'), 'utf8'));
  const tests = readReports();
  if (tests.length === 0) console.log('No results of tests: run npm test first.\n');
  const coverage = coverRequirements(areas, tests);
  printAreas(areas, coverage.shownBy);
  printErrors(coverage);
  process.exit(coverage.unknown.length + coverage.overfull.length === 0 ? 0 : 1);
});

function readReports() {
  const names = fs.existsSync(resultsFolder) ? fs.readdirSync(resultsFolder).sort() : [];
  return names.flatMap((name) => {
    const text = () => fs.readFileSync(path.join(resultsFolder, name), 'utf8');
    if (name.endsWith('vitest.json')) return readVitestReport(text());
    if (name.endsWith('playwright.json')) return readPlaywrightReport(text());
    return [];
  });
}

/**
 * @param {Area[]} areas
 * @param {Coverage['shownBy']} shownBy
 */
function printAreas(areas, shownBy) {
  const all = areas.flatMap((area) => area.requirements);
  const width = Math.max(0, ...areas.map((area) => area.title.length));
  for (const { letter, title, requirements } of areas) {
    const missing = requirements.filter(({ id }) => !shownBy.has(id));
    const counted = `${requirements.length - missing.length} of ${requirements.length}`;
    const gap = missing.length > 0 ? `  missing ${compressIds(missing.map(({ id }) => id))}` : '';
    console.log(`${letter.padEnd(2)} ${title.padEnd(width)}  ${counted.padStart(10)}${gap}`);
    if (options.includes('--missing')) for (const { id, title: text } of missing) console.log(`     ${id} ${text}`);
    if (options.includes('--shown'))
      printShown(
        requirements.map(({ id }) => id),
        shownBy,
      );
  }
  const shown = all.filter(({ id }) => shownBy.has(id)).length;
  console.log(`   ${'All'.padEnd(width)}  ${`${shown} of ${all.length}`.padStart(10)}`);
}

/**
 * @param {string[]} ids
 * @param {Coverage['shownBy']} shownBy
 */
function printShown(ids, shownBy) {
  for (const id of ids) for (const title of shownBy.get(id) ?? []) console.log(`     ${id} ${title}`);
}

/** @param {Coverage} coverage */
function printErrors({ unknown, overfull }) {
  for (const { id, title } of unknown) console.error(`Unknown requirement ${id}: ${title}`);
  for (const title of overfull) console.error(`More than ${MOST_IDS_A_TEST} requirements in one test: ${title}`);
}
