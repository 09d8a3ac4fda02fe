// Assembles the folder of a release: server sources, packages, the built console, npm packages, and the start script.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../root.mjs';
import { findNode, nodeFlags, serverFlags } from '../runtime.mjs';
import { isForTests, isNeverRun, isPostgres } from './left-out.ts';
import { listProductionFolders } from './production-folders.ts';

const WORKSPACE = 'apps/server';
/** Files for operators, next to the program. */
const BESIDE = ['CHANGELOG.md', 'README.md', 'docs/deployment.md', 'docs/operations.md', 'deploy'];

export interface ReleaseNote {
  readonly version: string;
  readonly commit: string | null;
  readonly platform: string;
}

export interface ReleaseParts {
  readonly hasNode: boolean;
  readonly hasPostgres: boolean;
}

/** Fills `target`, which must be an empty folder. */
export function assembleRelease(target: string, note: ReleaseNote, { hasNode, hasPostgres }: ReleaseParts): void {
  for (const folder of listProductionFolders(WORKSPACE)) {
    if (isPostgres(folder)) {
      if (hasPostgres) copyPostgres(folder, target);
    } else if (folder.includes('node_modules/')) copyPackage(folder, target);
    else copyWorkspace(folder, target);
  }
  copy('apps/console/dist', target, (file) => !file.endsWith('.map'));
  for (const place of BESIDE) copy(place, target);
  if (hasNode) copyNode(target);
  const { version } = note;
  writeJson(path.join(target, 'package.json'), { name: 'waymark', version, private: true, type: 'module' });
  writeJson(path.join(target, 'release.json'), note);
  writeStarter(target, version);
}

/** Copies a file or folder of the repository. `isWanted` receives paths below it; paths of folders end with a slash. */
function copy(place: string, target: string, isWanted: (file: string) => boolean = () => true): void {
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

const isPartOfPackage = (file: string) => !file.startsWith('node_modules/') && !isNeverRun(file);

/** A package, or npm's link to a workspace. */
function copyPackage(folder: string, target: string): void {
  const isLink = fs.lstatSync(path.join(root, folder)).isSymbolicLink();
  copy(folder, target, isLink ? undefined : isPartOfPackage);
}

function copyWorkspace(folder: string, target: string): void {
  for (const place of ['package.json', 'node-flags.json'])
    if (fs.existsSync(path.join(root, folder, place))) copy(`${folder}/${place}`, target);
  copy(`${folder}/src`, target, (file) => !isForTests(file));
}

/** npm packs no symbolic links, so they are created here, because the server's folder may be read-only. */
function copyPostgres(place: string, target: string): void {
  copy(place, target, (file) => !/^(?:scripts|node_modules)\//.test(file));
  const folder = path.join(target, place);
  const text = fs.readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8');
  for (const link of JSON.parse(text) as { source: string; target: string }[]) {
    const name = path.join(folder, link.target);
    if (!fs.existsSync(name)) fs.symlinkSync(path.relative(path.dirname(name), path.join(folder, link.source)), name);
  }
}

function copyNode(target: string): void {
  const place = path.join(target, 'runtime/node');
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.copyFileSync(findNode(), place);
  fs.chmodSync(place, 0o755);
}

function writeStarter(target: string, version: string): void {
  const text = fs
    .readFileSync(path.join(root, 'scripts/lib/release/waymark.sh'), 'utf8')
    .replaceAll('@VERSION@', version)
    .replaceAll('@NODE_FLAGS@', nodeFlags.join(' '))
    .replaceAll('@SERVER_FLAGS@', serverFlags.join(' '));
  fs.mkdirSync(path.join(target, 'bin'), { recursive: true });
  fs.writeFileSync(path.join(target, 'bin/waymark'), text, { mode: 0o755 });
}

const writeJson = (file: string, value: unknown): void =>
  fs.writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
