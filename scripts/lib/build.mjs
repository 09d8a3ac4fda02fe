// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { Failure, fail, messageOf } from './fail.mjs';
import { cacheFolder, root } from './root.mjs';
import { hashSources } from './source-hash.mjs';
import { runTool } from './tool.mjs';

const consoleFolder = path.join(root, 'apps', 'console');
const output = path.join(consoleFolder, 'dist');
const stampFile = path.join(cacheFolder, 'console-build');
const SOURCES = ['apps/console', 'packages', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.package.json'];

/** Builds the console when its sources, the packages' or the lock file differ from what it was built from. */
export async function ensureBuilt() {
  const stamp = hashSources(root, SOURCES);
  if (fs.existsSync(path.join(output, 'index.html')) && readStamp() === stamp) return;
  console.log('Building the console ...');
  try {
    await buildInto(output);
    fs.writeFileSync(stampFile, stamp);
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`Building the console failed: ${messageOf(error)}`);
  }
}

/**
 * The build goes to a folder of its own that then takes the old one's place: a broken-off build changes nothing.
 * @param {string} target
 */
async function buildInto(target) {
  removeLeftovers();
  const fresh = temporaryFolder('new');
  const old = temporaryFolder('old');
  const { code, output: log } = await runTool(
    'vite',
    ['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: consoleFolder,
      capture: true,
    },
  );
  if (code !== 0) fail(`${log}\nBuilding the console failed (vite build, exit code ${code}).`);
  fs.rmSync(stampFile, { force: true });
  if (fs.existsSync(target)) fs.renameSync(target, old);
  fs.renameSync(fresh, target);
  fs.rmSync(old, { recursive: true, force: true });
}

/** @param {string} name */
function temporaryFolder(name) {
  return path.join(cacheFolder, `console-${name}-${process.pid}`);
}

function removeLeftovers() {
  fs.mkdirSync(cacheFolder, { recursive: true });
  for (const name of fs.readdirSync(cacheFolder)) {
    const pid = /^console-(?:new|old)-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      fs.rmSync(path.join(cacheFolder, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

function readStamp() {
  try {
    return fs.readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}
