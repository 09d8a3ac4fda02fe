import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Creates a folder that the test removes. Other users may enter it: when root runs the tests, the database runs as
 * another user.
 */
export async function makeTemporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `waymark-${name}-`));
  await chmod(folder, 0o755);
  return folder;
}
