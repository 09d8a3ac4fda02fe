import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { ArchiveError } from '@waymark/backup-archive/frames';
import { readArchive, type RestoreOptions } from '@waymark/backup-archive/read-archive';
import { writeArchive } from '@waymark/backup-archive/write-archive';
import type { Connection } from '../platform/database/database.ts';
import { AdminError } from './open-database.ts';

export interface Written {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Writes a database into a file; the file appears only when it is complete. */
export async function backUp(connection: Connection, file: string): Promise<Written> {
  const draft = `${file}.part`;
  let [tables, rows] = [0, 0];
  const parts = writeArchive(connection, {
    note: (table) => {
      tables += 1;
      rows += table.rows;
    },
  });
  try {
    // Prefers speed over size: most of the data is waveforms and numbers.
    await pipeline(
      Readable.from(parts, { objectMode: false }),
      createGzip({ level: 3 }),
      createWriteStream(draft, { mode: 0o600, flags: 'w' }),
    );
    const handle = await open(draft, 'r+');
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    const fault = findFileFault(error);
    throw fault === undefined ? error : new AdminError(`The backup ${file} cannot be written: ${fault}.`);
  }
  return { tables, rows, bytes: (await stat(file)).size };
}

const UNDEFINED_COLUMN = '42703';

/** Records the backup for the health page, which shows only backups made by this command. */
export async function noteBackup(connection: Connection, bytes: number): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'waymark admin' });
  await client.connect();
  try {
    await client.query('update installation set backed_up_at = now(), backup_bytes = $1', [bytes]);
  } catch (error) {
    // The database of an older Waymark lacks this column; the backup is valid nevertheless.
    if (!(error instanceof pg.DatabaseError && error.code === UNDEFINED_COLUMN)) throw error;
  } finally {
    await client.end();
  }
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file is in the way',
  ENOSPC: 'the disk is full',
  EIO: 'the disk has a fault',
};

/** Describes a file system error; undefined for all other errors. */
function findFileFault(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error) || error.syscall === 'connect')
    return undefined;
  return FILE_FAULTS[String(error.code)];
}

const isGzipFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/** Restores into a database with an existing schema, in one transaction. Returns the time of the backup. */
export async function restoreFile(connection: Connection, file: string, options: RestoreOptions): Promise<string> {
  let createdAt = '';
  const read = async (bytes: AsyncIterable<Buffer>) => {
    ({ createdAt } = await readArchive(connection, bytes, options));
  };
  try {
    await pipeline(createReadStream(file), createGunzip(), read);
  } catch (error) {
    const fault = findFileFault(error);
    if (fault !== undefined) throw new AdminError(`The backup ${file} cannot be read: ${fault}.`);
    throw isGzipFault(error)
      ? new ArchiveError('This is no backup of Waymark, or it is damaged.', { cause: error })
      : error;
  }
  return createdAt;
}

/** Copies everything from one database into another one, without a file. */
export async function copyDatabase(from: Connection, to: Connection, options: RestoreOptions): Promise<void> {
  await readArchive(to, writeArchive(from), options);
}
