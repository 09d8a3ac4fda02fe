import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { readSecretFiles, SECRET_SETTINGS } from './secret-files.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeTemporaryFolder('secret-files');
});
afterAll(async () => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

test.each(SECRET_SETTINGS)(
  '[W-074] readSecretFiles reads %s from the file that its _FILE setting names',
  async (name) => {
    const file = await write(name, ' a value with a space at its start\n');
    expect(readSecretFiles({ HOME: '/root', [`${name}_FILE`]: file })).toEqual({
      HOME: '/root',
      [name]: ' a value with a space at its start',
    });
  },
);

test('[W-074] readConfig uses a secret file in place of the setting', async () => {
  const file = await write('key', `${'k'.repeat(40)}\n`);
  expect(readConfig(readSecretFiles({ WAYMARK_SECRET_KEY_FILE: file }), false).secretKey).toBe('k'.repeat(40));
});

test('[W-074] readSecretFiles refuses a secret file that is missing, empty or given beside the setting', async () => {
  const missing = path.join(folder, 'missing');
  expect(() => readSecretFiles({ WAYMARK_SECRET_KEY_FILE: missing })).toThrow(
    'Setting WAYMARK_SECRET_KEY_FILE: cannot read the file (ENOENT).',
  );
  const empty = await write('empty', '\n');
  expect(() => readSecretFiles({ WAYMARK_SMTP_URL_FILE: empty })).toThrow(
    'Setting WAYMARK_SMTP_URL_FILE: the file is empty.',
  );
  const file = await write('token', 'x'.repeat(20));
  expect(() => readSecretFiles({ WAYMARK_METRICS_TOKEN: 'y'.repeat(20), WAYMARK_METRICS_TOKEN_FILE: file })).toThrow(
    'exclude each other',
  );
});
