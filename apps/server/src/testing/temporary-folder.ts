import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A folder that the test removes. Other users may pass through it: where root runs the tests, the database runs
 * as somebody else, and would have to keep its files elsewhere.
 */
export async function makeTemporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `waymark-${name}-`));
  await chmod(folder, 0o755);
  return folder;
}
