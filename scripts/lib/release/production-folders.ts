import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fail } from '../fail.mjs';
import { root } from '../root.mjs';

/** Packages that only a compiler reads. npm lists them because another package names them as an optional peer. */
const FOR_COMPILERS = /(?:^|\/)node_modules\/(?:@types\/|@typescript\/|typescript$|undici-types$)/;

/** Lists the folders that a workspace needs at run time: packages, links to workspaces, and workspaces. */
export function listProductionFolders(workspace: string): string[] {
  const args = ['ls', '--parseable', '--all', '--omit=dev', '--workspace', workspace, '--loglevel=error'];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) fail(`npm does not find all packages of ${workspace}: ${stderr.trim()}`);
  const folders = stdout
    .trim()
    .split('\n')
    .map((place) => path.relative(root, place))
    .filter((folder) => folder.includes('node_modules') && !FOR_COMPILERS.test(folder));
  const links = folders.filter((folder) => fs.lstatSync(path.join(root, folder)).isSymbolicLink());
  const workspaces = links.map((folder) => path.relative(root, fs.realpathSync(path.join(root, folder))));
  return [...new Set([...folders, ...workspaces])].toSorted();
}
