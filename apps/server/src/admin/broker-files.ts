import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readBrokerAccount, writeBrokerAccess, writeBrokerPasswords } from '../features/credentials/broker-files.ts';
import { systemScope } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';

const PASSWORDS = 'waymark-passwords';
const ACCESS = 'waymark-access';

async function readPresent(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** Replaces the file atomically: the broker may read it at any moment. */
async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.part`, text, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** Writes the changed files and returns their paths. */
export async function writeBrokerFiles(
  database: Database,
  mqttUrl: string | undefined,
  folder: string,
): Promise<string[]> {
  const [passwords, access] = [path.join(folder, PASSWORDS), path.join(folder, ACCESS)];
  const account = readBrokerAccount(mqttUrl, await readPresent(passwords));
  const reader = database.read(systemScope('broker files'));
  const wanted = [
    { file: access, text: await writeBrokerAccess(reader, account) },
    { file: passwords, text: await writeBrokerPasswords(reader, account) },
  ];
  const changed: string[] = [];
  for (const { file, text } of wanted) {
    if ((await readPresent(file)) === text) continue;
    await replace(file, text);
    changed.push(path.basename(file));
  }
  return changed;
}
