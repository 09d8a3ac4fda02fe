import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDebianPostgres, type DebianPostgres } from '../testing/debian-postgres.ts';
import { findFreePort, startServerProcess } from '../testing/server-process.ts';
import { makeTemporaryFolder } from '../testing/temporary-folder.ts';

// The admin commands on a real installation: server processes, the embedded database and an external one.

const PATIENCE = { timeout: 180_000 };
const ADMIN = path.join(import.meta.dirname, '../admin.ts');

let root: string;
let port: number;
let postgres: DebianPostgres;
beforeAll(async () => {
  root = await makeTemporaryFolder('admin');
  port = await findFreePort();
  postgres = await startDebianPostgres([]);
});
afterAll(async () => {
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

const dataDir = (name: string) => path.join(root, name);
const secretOf = (name: string) => path.join(dataDir(name), 'secret.key');
const backup = () => path.join(root, 'waymark.backup');

async function run(settings: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('WAYMARK_'));
  const child = spawn(process.execPath, [ADMIN, ...args], {
    env: { ...Object.fromEntries(ours), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

async function whileServed<Outcome>(
  settings: Readonly<Record<string, string>>,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const server = startServerProcess(port, settings, []);
  try {
    await server.ready;
    return await work();
  } finally {
    server.child.kill('SIGTERM');
    await server.exited;
  }
}

function requestToken(email: string, password: string): Promise<Response> {
  const body = JSON.stringify({ grant_type: 'password', username: email, password, client_id: 'c' });
  return fetch(`http://127.0.0.1:${port}/api/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
}

const signIn = async (email: string, password: string): Promise<number> => (await requestToken(email, password)).status;

/** Reads the size of the last backup from the health page. */
async function readBackupBytes(email: string, password: string): Promise<number | undefined> {
  const { access_token: token } = (await (await requestToken(email, password)).json()) as { access_token: string };
  const health = await fetch(`http://127.0.0.1:${port}/api/pigrun/GetSystemHealth`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await health.json()) as { backup: { bytes: number } | null }).backup?.bytes;
}

async function makeDatabase(name: string): Promise<string> {
  const client = new pg.Client({ ...postgres.connection, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const { host, port: at, user } = postgres.connection;
  return `postgres://${user}@${host}:${at}/${name}`;
}

const addPassword = (url: string) => url.replace('@', `:${encodeURIComponent(postgres.connection.password)}@`);

describe('admin commands', PATIENCE, () => {
  test('[W-192] a command finishes although the reader of its output has gone', async () => {
    const child = spawn(process.execPath, [ADMIN, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(errors).toBe('');
  });

  test('create-superadmin adds the first superadmin and explains the refusal of a second one', async () => {
    const settings = { WAYMARK_DATA_DIR: dataDir('first') };
    expect(await run(settings, 'migrate')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Applied 0001-core.sql'),
    });
    expect(
      await run({ ...settings, WAYMARK_NEW_PASSWORD: 'short' }, 'create-superadmin', 'ops@example.com'),
    ).toMatchObject({ code: 1 });
    expect(
      await run({ ...settings, WAYMARK_NEW_PASSWORD: 'Correct-horse-7' }, 'create-superadmin', 'ops@example.com'),
    ).toEqual({ code: 0, output: 'ops@example.com can sign in.\n' });
    expect(
      await run({ ...settings, WAYMARK_NEW_PASSWORD: 'Correct-horse-7' }, 'create-superadmin', 'Ops@example.com'),
    ).toMatchObject({
      code: 1,
      output: 'There is a user Ops@example.com already.\n',
    });
  });

  test('backup works on a served database, and commands that replace it are refused', async () => {
    const settings = { WAYMARK_DATA_DIR: dataDir('first') };
    await whileServed(settings, async () => {
      expect(await signIn('ops@example.com', 'Correct-horse-7')).toBe(200);
      const made = await run(settings, 'backup', backup());
      expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/tables, \d+ rows, [1-9][\d.]* kB/) });
      expect(made.output).toContain(secretOf('first'));
      expect(await readBackupBytes('ops@example.com', 'Correct-horse-7')).toBe((await stat(backup())).size);
      const target = { ...settings, WAYMARK_TARGET_PASSWORD: postgres.connection.password };
      for (const words of [
        ['restore', backup(), '--replace'],
        ['change-secret'],
        ['move', '--to', await makeDatabase('served')],
      ]) {
        expect(await run(target, ...words)).toEqual({
          code: 1,
          output: 'A Waymark server works on this database: stop it first.\n',
        });
      }
    });
    expect((await stat(backup())).mode & 0o077).toBe(0);
  });

  test("broker-files writes the broker's files, and not again without changes", async () => {
    const settings = {
      WAYMARK_DATA_DIR: dataDir('first'),
      WAYMARK_MQTT_URL: 'mqtt://servers:long-and-random@broker.example.com',
    };
    expect(await run(settings, 'broker-files', root)).toEqual({
      code: 0,
      output: 'Written: waymark-access, waymark-passwords.\n',
    });
    expect(await readFile(path.join(root, 'waymark-passwords'), 'utf8')).toMatch(/^servers:\$7\$101\$/);
    expect(await readFile(path.join(root, 'waymark-access'), 'utf8')).toContain(
      'user servers\ntopic read agm/v1/+/up/#',
    );
    expect(await run(settings, 'broker-files', root)).toEqual({ code: 0, output: 'Nothing has changed.\n' });
    const renewed = { ...settings, WAYMARK_MQTT_URL: 'mqtt://servers:another-password@broker.example.com' };
    expect(await run(renewed, 'broker-files', root)).toEqual({ code: 0, output: 'Written: waymark-passwords.\n' });
  });

  test('[W-091] backup and restore explain why a file cannot be written or read', async () => {
    const settings = { WAYMARK_DATA_DIR: dataDir('first') };
    const missing = path.join(root, 'missing/waymark.backup');
    const cut = path.join(root, 'cut.backup');
    await writeFile(cut, (await readFile(backup())).subarray(0, 2000));
    const refusals: [string[], string][] = [
      [['backup', missing], `The backup ${missing} cannot be written: there is no such file or folder.\n`],
      [['backup', root], `The backup ${root} cannot be written: it is a folder.\n`],
      [['restore', missing], `The backup ${missing} cannot be read: there is no such file or folder.\n`],
      [['restore', root], `The backup ${root} cannot be read: it is a folder.\n`],
      [['restore', cut, '--replace'], 'This is no backup of Waymark, or it is damaged.\n'],
    ];
    for (const [words, output] of refusals) expect(await run(settings, ...words)).toEqual({ code: 1, output });
  });

  test('[W-090] restore accepts only an empty database and the key of the backup', async () => {
    const settings = { WAYMARK_DATA_DIR: dataDir('second') };
    expect(await run(settings, 'restore', backup())).toMatchObject({
      code: 0,
      output: expect.stringContaining('Restored what stood on'),
    });
    expect(await run(settings, 'restore', backup())).toMatchObject({
      code: 1,
      output: expect.stringContaining('The database is in use'),
    });
    const keyless = startServerProcess(port, settings, []);
    await expect(keyless.ready).rejects.toThrow('is missing, and the database was made with a key');
    expect(existsSync(secretOf('second'))).toBe(false);
    await writeFile(secretOf('second'), 'another key than the one it was made with');
    const wrong = startServerProcess(port, settings, []);
    await expect(wrong.ready).rejects.toThrow('is not the key this database was made with');
    await copyFile(secretOf('first'), secretOf('second'));
    expect(await whileServed(settings, () => signIn('ops@example.com', 'Correct-horse-7'))).toBe(200);
    await writeFile(backup(), (await readFile(backup())).subarray(0, -20));
    expect(await run(settings, 'restore', backup(), '--replace')).toMatchObject({
      code: 1,
      output: expect.stringContaining('backup'),
    });
    expect(await whileServed(settings, () => signIn('ops@example.com', 'Correct-horse-7'))).toBe(200);
  });

  test('move copies every row from the embedded database to an external PostgreSQL', async () => {
    const settings = { WAYMARK_DATA_DIR: dataDir('second') };
    const url = await makeDatabase('moved');
    const moved = await run(
      { ...settings, WAYMARK_TARGET_PASSWORD: postgres.connection.password },
      'move',
      '--to',
      url,
    );
    expect(moved).toMatchObject({ code: 0, output: expect.stringContaining('users: 1 rows, all equal') });
    const outside = { WAYMARK_DATABASE_URL: addPassword(url), WAYMARK_DATA_DIR: path.join(root, 'outside') };
    await mkdir(outside.WAYMARK_DATA_DIR);
    await copyFile(secretOf('second'), path.join(outside.WAYMARK_DATA_DIR, 'secret.key'));
    expect(await whileServed(outside, () => signIn('ops@example.com', 'Correct-horse-7'))).toBe(200);
  });

  test('rotate-keys adds a signing key, and change-secret reseals secrets for the new key only', async () => {
    const settings = { WAYMARK_DATA_DIR: dataDir('second') };
    const before = await readFile(secretOf('second'), 'utf8');
    expect(await run(settings, 'rotate-keys')).toEqual({ code: 0, output: 'A new key signs from now on.\n' });
    expect(await run(settings, 'change-secret')).toMatchObject({
      code: 0,
      output: expect.stringContaining('secrets are sealed with the new key'),
    });
    expect(await readFile(secretOf('second'), 'utf8')).not.toBe(before);
    expect(await whileServed(settings, () => signIn('ops@example.com', 'Correct-horse-7'))).toBe(200);
    const wrong = startServerProcess(port, { ...settings, WAYMARK_SECRET_KEY: before }, []);
    await expect(wrong.ready).rejects.toThrow('is not the key this database was made with');
    expect(await run(settings, 'prune')).toEqual({ code: 0, output: 'Done.\n' });
    expect(await run(settings, 'mend')).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no such command'),
    });
  });
});
