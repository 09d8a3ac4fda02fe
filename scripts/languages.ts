// `npm run languages`: brings the catalogues of packages/languages up to date with the texts of the sources, and lists
// what is not translated. `-- --check` changes nothing and fails if a text lacks a translation or a catalogue is not up to
// date. `-- --untranslated FOLDER` lists the words in JSX below a folder that do not pass through a catalogue.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@waymark/domain/language/language';
import { AREAS, sortByArea, type Area } from './lib/languages/areas.ts';
import { findFaults, updateCatalogue, type Catalogue } from './lib/languages/catalogue.ts';
import { readModules } from './lib/languages/read-modules.ts';
import { root } from './lib/root.mjs';

/** Words in JSX that do not pass through a catalogue. Only goes down. */
const MOST_UNTRANSLATED = 6;

const isCheck = process.argv.includes('--check');
const listed = execFileSync('git', ['ls-files', '-z', 'apps', 'packages'], { cwd: root, encoding: 'utf8' }).split('\0');
const modules = readModules(root, listed);
const areas = sortByArea(modules);
const faults = [
  ...modules.flatMap(({ file, templates }) =>
    templates.map(({ text, line }) => `${file}:${line} is a template: ${text}`),
  ),
  ...LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE).flatMap(updateLanguage),
];

const untranslated = modules.flatMap(({ file, untranslated: found }) => found.map((passage) => ({ file, ...passage })));
if (untranslated.length > MOST_UNTRANSLATED)
  faults.push(`${untranslated.length} texts in JSX pass through no catalogue, limit ${MOST_UNTRANSLATED}`);
const folder = process.argv.at(process.argv.indexOf('--untranslated') + 1);
if (process.argv.includes('--untranslated'))
  for (const { file, line, text } of untranslated)
    if (file.startsWith(folder ?? '')) console.log(`${file}:${line} ${text}`);

console.log(`${areas.size} texts in catalogues, ${untranslated.length} in JSX outside them`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function updateLanguage(language: string): string[] {
  const before = readCatalogue(language);
  const after = updateCatalogue(before, areas);
  if (!isCheck) for (const area of AREAS) fs.writeFileSync(fileOf(language, area), format(after[area]));
  const isStale = AREAS.some((area) => format(before[area]) !== format(after[area]));
  return [
    ...(isCheck && isStale ? [`${language}: not up to date, \`npm run languages\` writes it`] : []),
    ...findFaults(language, after),
  ];
}

function readCatalogue(language: string): Catalogue {
  const read = (area: Area) => JSON.parse(fs.readFileSync(fileOf(language, area), 'utf8')) as Record<string, string>;
  return { 'sign-in': read('sign-in'), console: read('console'), server: read('server') };
}

function fileOf(language: string, area: Area): string {
  return path.join(root, 'packages/languages/src', language, `${area}.json`);
}

function format(messages: Readonly<Record<string, string>>): string {
  return `${JSON.stringify(messages, null, 2)}\n`;
}
