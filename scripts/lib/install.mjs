// @ts-check
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { endOf, startChild, startNode } from './child.mjs';
import { envForDevelopment } from './env.mjs';
import { fail, messageOf } from './fail.mjs';
import { isInstalledByNpm } from './installed-by-npm.mjs';
import { root } from './root.mjs';

const lockFile = path.join(root, 'package-lock.json');
const folder = path.join(root, 'node_modules');
// Both are written last and removed first, so that a broken-off installation leaves none.
const stampFile = path.join(folder, '.waymark-installed');
const npmSign = path.join(folder, '.package-lock.json');

const NPM_OPTIONS = [
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

/** Installs the packages when package-lock.json is not the one they were installed from. */
export async function ensureInstalled() {
  const lock = fs.readFileSync(lockFile);
  const stamp = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
  if (readText(stampFile) === stamp) return;
  if (!isInstalledByHand(lock)) await install();
  writeStamp(stamp);
}

async function install() {
  try {
    fs.mkdirSync(folder, { recursive: true });
    for (const sign of [stampFile, npmSign]) fs.rmSync(sign, { force: true });
    fs.accessSync(folder, fs.constants.W_OK);
  } catch (error) {
    fail(`Cannot install packages: ${folder} may not be written to (${messageOf(error)}).`);
  }
  console.log('Installing packages (npm ci) ...');
  const { code } = await endOf(startNpm(['ci', ...NPM_OPTIONS]));
  if (code !== 0) fail(`Installing packages failed (npm ci, exit code ${code}); nothing was started.`);
}

/**
 * The npm we were called by, on the Node it runs on: ours may lie in the folder that is replaced.
 * @param {string[]} args
 */
function startNpm(args) {
  // npm answers a signal by putting the old packages back, for half a minute: the next start replaces them anyway.
  const options = { env: envForDevelopment(), abrupt: true };
  const cli = process.env['npm_execpath'];
  if (cli === undefined || path.basename(cli) !== 'npm-cli.js') {
    return startChild('npm', args, { ...options, shell: process.platform === 'win32' });
  }
  return startNode(process.env['npm_node_execpath'] ?? process.execPath, [cli, ...args], options);
}

/** @param {Buffer} lock */
function isInstalledByHand(lock) {
  const present = parseLock(readText(npmSign));
  const wanted = parseLock(lock.toString());
  if (present === undefined || wanted === undefined) return false;
  return isInstalledByNpm(wanted, present, {
    os: process.platform,
    cpu: process.arch,
    exists: (packageFolder) => fs.existsSync(path.join(root, packageFolder, 'package.json')),
  });
}

/**
 * @param {string | undefined} text
 * @returns {import('./installed-by-npm.mjs').Lock | undefined}
 */
function parseLock(text) {
  try {
    /** @type {import('./installed-by-npm.mjs').Lock | undefined} */
    const lock = text === undefined ? undefined : JSON.parse(text);
    return lock;
  } catch {
    return undefined;
  }
}

/** @param {string} stamp */
function writeStamp(stamp) {
  try {
    fs.writeFileSync(stampFile, stamp);
  } catch {
    // A folder that is complete but read-only: found complete again the next time.
  }
}

/** @param {string} file */
function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
