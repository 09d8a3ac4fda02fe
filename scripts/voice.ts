// `npm run voice`: counts where the prose of the sources leaves plain English, per area, and fails above a limit
// (scripts/lib/voice/limits.ts). `-- --list AREA` prints each finding of an area or folder.
//   openings  comments that open with What, Who, Of, So that, Those, That, One, Where and the like
//   tails     test titles that do not read alone, because they continue the name of their group
//   he        he, his, him, himself        vague  nobody, somebody, whoever, anew
//   ids       X-… and Q-… without an explanation in docs/decisions or docs/requirements.md, and "doc 3 §…"
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './lib/root.mjs';
import { countFile, MEASURES, readExplained } from './lib/voice/count.ts';
import { type Area, addCounts, areaOf, findExcesses, format, LIMITS, measure } from './lib/voice/limits.ts';

// These files name the words that they search for.
const OWN = /^scripts\/(?:lib\/)?voice\b/;

const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
const files = listed
  .filter((file) => /\.(?:ts|tsx|mjs|sql|sh)$|^(?:docs\/.*|[^/]+)\.md$/.test(file) && !OWN.test(file))
  .filter((file) => fs.existsSync(path.join(root, file)))
  .map((file) => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8') }));
const explained = readExplained(files);
const counted = files.map((file) => ({ file: file.file, counts: countFile(file, explained) }));

console.log(['', 'comments', 'titles', ...MEASURES].map((name) => name.padStart(10)).join(''));
const excesses = (Object.keys(LIMITS) as Area[]).flatMap((area) => {
  const counts = addCounts(counted.filter(({ file }) => areaOf(file) === area).map((one) => one.counts));
  const measured = MEASURES.map((name) => format(name, measure(counts, name)));
  const cells = [area, String(counts.comments), String(counts.titles), ...measured];
  console.log(cells.map((cell) => cell.padStart(10)).join(''));
  return findExcesses(area, counts);
});

const wanted = process.argv.indexOf('--list') === -1 ? undefined : process.argv[process.argv.indexOf('--list') + 1];
if (wanted !== undefined)
  for (const { file, counts } of counted)
    if (areaOf(file) === wanted || file.startsWith(`${wanted.replace(/\/$/, '')}/`))
      for (const { measure: name, line, text } of counts.findings) console.log(`${file}:${line} ${name}: ${text}`);

for (const excess of excesses)
  console.error(`${excess}. \`npm run voice -- --list ${excess.split(':')[0]}\` lists them.`);
process.exitCode = excesses.length === 0 ? 0 : 1;
