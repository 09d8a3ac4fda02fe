import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  formatMosquittoAccess,
  formatMosquittoPasswords,
  hashMosquittoPassword,
} from '../apps/server/src/features/credentials/mosquitto-config.ts';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { makeTemporaryFolder } from '../apps/server/src/testing/temporary-folder.ts';

const DEPLOY = path.join(import.meta.dirname, '../deploy/mosquitto');

let folder: string;
let port: number;
beforeAll(async () => {
  folder = await makeTemporaryFolder('deploy');
  port = await findFreePort();
  const given = await readFile(path.join(DEPLOY, 'mosquitto.conf'), 'utf8');
  // The broker is started by root and continues as its own user.
  await mkdir(path.join(folder, 'data'));
  await chmod(path.join(folder, 'data'), 0o777);
  const here = given
    .replaceAll('/broker/', `${folder}/`)
    .replace('/mosquitto/data/', `${folder}/data/`)
    .replace('listener 1883 0.0.0.0', `listener ${port} 127.0.0.1`)
    .replace('listener 1884 0.0.0.0', `listener ${await findFreePort()} 127.0.0.1`);
  await writeFile(path.join(folder, 'mosquitto.conf'), here);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, text: string): Promise<void> {
  await writeFile(path.join(folder, `${name}.part`), text);
  await rename(path.join(folder, `${name}.part`), path.join(folder, name));
}

const writePasswords = (password: string) =>
  write(
    'waymark-passwords',
    formatMosquittoPasswords([
      { username: '100234', hash: hashMosquittoPassword(password, Buffer.from('salt of test')) },
    ]),
  );

async function canEnter(password: string): Promise<boolean> {
  try {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { username: '100234', password, reconnectPeriod: 0 });
    await client.endAsync();
    return true;
  } catch {
    return false;
  }
}

test('the broker of compose-broker.yaml starts once its credentials are written, and reloads them when they change', async () => {
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };
  const broker = spawn('/bin/sh', [path.join(DEPLOY, 'run.sh'), path.join(folder, 'mosquitto.conf'), folder], {
    env,
    stdio: 'ignore',
  });
  const exited = once(broker, 'exit');
  try {
    expect(await canEnter('first password')).toBe(false);
    await write('waymark-access', formatMosquittoAccess({ server: 'waymark', relays: [] }));
    await writePasswords('first password');
    await expect.poll(() => canEnter('first password'), { timeout: 20_000 }).toBe(true);
    await writePasswords('second password');
    await expect.poll(() => canEnter('second password'), { timeout: 20_000 }).toBe(true);
    expect(await canEnter('first password')).toBe(false);
  } finally {
    broker.kill('SIGTERM');
  }
  expect(await exited).toEqual([0, null]);
});
