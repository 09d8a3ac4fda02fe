// The default is ./data. For root it is a system folder, because root's database user often cannot reach a project.
// The name of that folder contains a random key, which is stored in the project: a later clone at the same
// path has no key and must not adopt the data of the earlier one.
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultSystemDir } from './cluster-home.ts';
import { hasIdentity, transientPrefix } from './data-folder.ts';
import { DataFolderError, describeReason } from './embedded-postgres-error.ts';

export function defaultDataDir(projectRoot: string): string {
  return process.getuid?.() === 0 ? rootDataDir(projectRoot, defaultSystemDir) : path.join(projectRoot, 'data');
}

/** Keeps using data that an ordinary user already has in the project. */
export function rootDataDir(projectRoot: string, systemDir: string): string {
  const local = path.join(projectRoot, 'data');
  if (hasIdentity(local)) return local;
  return path.join(systemDir, `${makeFolderName(projectRoot)}-${readOrMakeKey(local, projectRoot)}`);
}

function makeFolderName(projectRoot: string): string {
  const name = path
    .basename(path.resolve(projectRoot))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return name.slice(0, 30) || 'waymark';
}

function readOrMakeKey(local: string, projectRoot: string): string {
  const file = path.join(local, `${transientPrefix}key`);
  try {
    if (!existsSync(file)) makeKey(file, local, projectRoot);
    const key = readFileSync(file, 'utf8').trim();
    if (/^[0-9a-f]{8}$/.test(key)) return key;
  } catch (error) {
    throw new DataFolderError(
      `The key of the data folder cannot be kept in ${file}: ${describeReason(error)}. Set WAYMARK_DATA_DIR.`,
    );
  }
  throw new DataFolderError(`The key of the data folder in ${file} is damaged: set WAYMARK_DATA_DIR.`);
}

/** Links the complete file into place, so that two concurrent starts read the same key. */
function makeKey(file: string, local: string, projectRoot: string): void {
  if (!existsSync(local)) {
    mkdirSync(local);
    const { uid, gid } = statSync(projectRoot);
    chownSync(local, uid, gid);
  }
  const draft = `${file}-${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(4).toString('hex')}\n`);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
