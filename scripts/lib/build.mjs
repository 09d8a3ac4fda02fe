// @ts-check
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { attempt, fail } from './fail.mjs';
import { cacheFolder, root } from './root.mjs';
import { runTool } from './tool.mjs';

const folder = path.join(root, 'apps/console');
const output = path.join(folder, 'dist');
const stampFile = path.join(cacheFolder, 'console-build');
const SOURCES = [
  'apps/console',
  'packages',
  'scripts/lib/languages',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.package.json',
];
const LEFT_OUT = new Set(['node_modules', 'dist']);
const TEST_FILE = /\.test\.[cm]?[jt]sx?$/;

/** Builds the console when its sources, the packages or the lock file changed since the last build. */
export async function ensureBuilt() {
  const stamp = hashSources(root, SOURCES);
  if (fs.existsSync(path.join(output, 'index.html')) && attempt(() => fs.readFileSync(stampFile, 'utf8')) === stamp)
    return;
  console.log('Building the console ...');
  // Builds into a new folder that then replaces the old one, so that an interrupted build changes nothing.
  const fresh = path.join(cacheFolder, `console-new-${process.pid}`);
  const old = path.join(cacheFolder, `console-old-${process.pid}`);
  const clear = () => [fresh, old].forEach((each) => fs.rmSync(each, { recursive: true, force: true }));
  fs.mkdirSync(cacheFolder, { recursive: true });
  process.once('exit', clear);
  const args = ['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  const { code, output: log } = await runTool('vite', args, { cwd: folder, capture: true });
  if (code !== 0) fail(`${log}\nBuilding the console failed (vite build, exit code ${code}).`);
  fs.rmSync(stampFile, { force: true });
  if (fs.existsSync(output)) fs.renameSync(output, old);
  fs.renameSync(fresh, output);
  fs.writeFileSync(stampFile, stamp);
  clear();
}

/**
 * Hashes names and contents of all files that a build reads. Tests are not included.
 * @param {string} base
 * @param {readonly string[]} places files and folders under `base`
 */
export function hashSources(base, places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap((place) => listFiles(base, place)))
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(base, file)))
      .update('\0');
  return hash.digest('hex');
}

/**
 * @param {string} base
 * @param {string} place
 * @returns {string[]}
 */
function listFiles(base, place) {
  const stat = fs.statSync(path.join(base, place), { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat === undefined || TEST_FILE.test(place) ? [] : [place];
  const names = fs.readdirSync(path.join(base, place)).filter((name) => !LEFT_OUT.has(name));
  return names.sort().flatMap((name) => listFiles(base, `${place}/${name}`));
}
