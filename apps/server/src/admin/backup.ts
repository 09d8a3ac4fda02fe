import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { ArchiveError, readArchive, writeArchive, type RestoreOptions } from '@waymark/backup-archive';
import type { Connection } from '../platform/database/database.ts';
import { AdminError } from './open-database.ts';

export interface Written {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Writes a database into a file, which is there whole or not at all. */
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
    // Fast rather than small: most of it is waveforms and numbers.
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

/** For the health page: whoever backs up otherwise does not stand there. */
export async function noteBackup(connection: Connection, bytes: number): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'waymark admin' });
  await client.connect();
  try {
    await client.query('update installation set backed_up_at = now(), backup_bytes = $1', [bytes]);
  } catch (error) {
    // Of a database that an older Waymark has left the backup is as good.
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

/** Undefined where the file is not the reason. */
function findFileFault(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error) || error.syscall === 'connect')
    return undefined;
  return FILE_FAULTS[String(error.code)];
}

const isGzipFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/** Into a database whose schema stands: all of it or nothing. Answers when the backup was made. */
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

/** Everything from one database into another one, through no file. */
export async function copyDatabase(from: Connection, to: Connection, options: RestoreOptions): Promise<void> {
  await readArchive(to, writeArchive(from), options);
}
