// Finds the PostgreSQL programs in their npm package, and copies them only when the database user cannot run them there.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { type DatabaseUser, runAs } from './database-user.ts';
import { EmbeddedPostgresError, describeReason, readErrorCode } from './embedded-postgres-error.ts';

export interface PostgresPackage {
  /** Holds bin, lib and share. */
  readonly native: string;
  readonly version: string;
  readonly major: number;
}

export function findPackage(): PostgresPackage {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'The embedded PostgreSQL does not run on Windows: set WAYMARK_DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
    return { native: path.join(folder, 'native'), version, major: Number.parseInt(version, 10) };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The package ${name} with the embedded PostgreSQL is missing: install again, or set WAYMARK_DATABASE_URL. (${readErrorCode(error) ?? 'it is damaged'})`,
    );
  }
}

/** Returns the folder of programs that the user can run; copies them to `copyRoot` when those of the package cannot be. */
export function provideBinaries(
  source: PostgresPackage,
  user: DatabaseUser | null,
  copyRoot: string,
  log: (line: string) => void,
): string {
  const isComplete = linkLibraries(source.native);
  if (isComplete && explainFailure(source.native, user) === null) return path.join(source.native, 'bin');

  const copy = path.join(copyRoot, `postgres-${source.version}`);
  if (!existsSync(copy)) {
    copyBinaries(source.native, copy);
    log(`Copied PostgreSQL to ${copy}.`);
  }
  const failure = explainFailure(copy, user);
  if (failure !== null)
    throw new EmbeddedPostgresError(`The embedded PostgreSQL does not run here: ${failure} Set WAYMARK_DATABASE_URL.`);
  return path.join(copy, 'bin');
}

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Makes the links that npm does not pack and a disabled install script does not make. Returns false if it cannot. */
export function linkLibraries(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  for (const link of symlinksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const target = path.join(path.dirname(native), link.target);
    if (existsSync(target)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), path.join(path.dirname(native), link.source)), target);
    } catch (error) {
      if (readErrorCode(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

function explainFailure(native: string, user: DatabaseUser | null): string | null {
  const run = spawnSync(path.join(native, 'bin/postgres'), ['--version'], { ...runAs(user), encoding: 'utf8' });
  if (run.status === 0) return null;
  return run.error === undefined ? `${run.stderr.trim().split('\n')[0] ?? ''}.` : `${describeReason(run.error)}.`;
}

function copyBinaries(native: string, destination: string): void {
  const draft = `${destination}.${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(path.dirname(destination), { recursive: true });
    cpSync(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'u+w,go-w,a+rX', draft], runAs(null));
    linkLibraries(path.join(draft, 'native'));
    renameSync(path.join(draft, 'native'), destination);
  } catch (error) {
    if (!existsSync(destination))
      throw new EmbeddedPostgresError(`PostgreSQL cannot be copied to ${destination}: ${describeReason(error)}.`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
