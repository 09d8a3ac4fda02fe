import { access, chmod, constants, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Creates a folder that the test removes. Other users may enter it: when root runs the tests, the database runs as
 * another user.
 */
export async function makeTemporaryFolder(name: string, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(parent, `waymark-${name}-`));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Creates a temporary folder for a PostgreSQL with many databases, in memory where it has room. Each database has about
 * 900 files. ext4 does not reuse the inode of a file for some seconds after its removal, and searches past all of them
 * for each new file: with databases that are created and dropped all the time, one took 0.5 s, and in memory 0.03 s.
 */
export async function makeDatabaseFolder(name: string): Promise<string> {
  return makeTemporaryFolder(name, (await hasRoomInMemory()) ? MEMORY : undefined);
}

async function hasRoomInMemory(): Promise<boolean> {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
