// @ts-check
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { endOf, startChild, startNode } from './child.mjs';
import { attempt, fail } from './fail.mjs';
import { root } from './root.mjs';
import { envForDevelopment } from './runtime.mjs';

/**
 * @typedef {{ version?: string, resolved?: string, optional?: boolean, devOptional?: boolean,
 *   os?: string | string[], cpu?: string | string[], libc?: string | string[] }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
 * @typedef {{ os: string, cpu: string, exists: (packageFolder: string) => boolean }} Here
 */

const folder = path.join(root, 'node_modules');
// Both are written last and removed first, so that an interrupted installation leaves none.
const stampFile = path.join(folder, '.waymark-installed');
const npmSign = path.join(folder, '.package-lock.json');

const NPM_OPTIONS = '--ignore-scripts --include=dev --include=optional --no-audit --no-fund --loglevel=error'.split(
  ' ',
);

/** Installs the packages when package-lock.json changed since the last installation. */
export async function ensureInstalled() {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const stamp = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
  if (attempt(() => fs.readFileSync(stampFile, 'utf8')) === stamp) return;
  if (!isInstalledByHand(lock)) await install();
  // A folder that is complete but read-only is found complete again on the next start.
  attempt(() => fs.writeFileSync(stampFile, stamp));
}

async function install() {
  const isWritable = attempt(() => {
    fs.mkdirSync(folder, { recursive: true });
    for (const sign of [stampFile, npmSign]) fs.rmSync(sign, { force: true });
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  });
  if (isWritable !== true) fail(`Cannot install packages: ${folder} may not be written to.`);
  console.log('Installing packages (npm ci) ...');
  const { code } = await endOf(startNpm(['ci', ...NPM_OPTIONS]));
  if (code !== 0) fail(`Installing packages failed (npm ci, exit code ${code}); nothing was started.`);
}

/**
 * The npm that called us, on the Node it runs on: our own Node may lie in the folder that is replaced.
 * @param {string[]} args
 */
function startNpm(args) {
  // On a signal npm spends half a minute restoring the old packages. The next start replaces them anyway.
  const options = { env: envForDevelopment(), abrupt: true };
  const cli = process.env['npm_execpath'];
  if (cli === undefined || path.basename(cli) !== 'npm-cli.js')
    return startChild('npm', args, { ...options, shell: process.platform === 'win32' });
  return startNode(process.env['npm_node_execpath'] ?? process.execPath, [cli, ...args], options);
}

/** @param {string} lock */
function isInstalledByHand(lock) {
  /** @param {string} text */
  const parse = (text) => /** @type {Lock} */ (JSON.parse(text));
  const present = attempt(() => parse(fs.readFileSync(npmSign, 'utf8')));
  const wanted = attempt(() => parse(lock));
  const exists = (/** @type {string} */ place) => fs.existsSync(path.join(root, place, 'package.json'));
  if (present === undefined || wanted === undefined) return false;
  return isInstalledByNpm(wanted, present, { os: process.platform, cpu: process.arch, exists });
}

/**
 * npm ends every installation by recording it in node_modules/.package-lock.json. Returns true when that file already
 * contains everything that the lock file requires on this platform.
 * @param {Lock} wanted package-lock.json
 * @param {Lock} present node_modules/.package-lock.json
 * @param {Here} here
 */
export function isInstalledByNpm(wanted, present, here) {
  return Object.entries(wanted.packages ?? {}).every(([place, locked]) => {
    if (!place.startsWith('node_modules/') || !isNeededOn(locked, here)) return true;
    const found = present.packages?.[place];
    return found?.version === locked.version && found?.resolved === locked.resolved && here.exists(place);
  });
}

/**
 * @param {LockedPackage} locked
 * @param {Here} here
 */
function isNeededOn({ optional, devOptional, os, cpu, libc }, here) {
  if (optional !== true && devOptional !== true) return true;
  // npm may leave out an optional package that names no platform or a C library.
  if (os === undefined || cpu === undefined || libc !== undefined) return false;
  return [os].flat().includes(here.os) && [cpu].flat().includes(here.cpu);
}
