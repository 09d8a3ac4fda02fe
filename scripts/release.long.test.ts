import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import type { Bill } from './lib/release/bill-of-materials.ts';
import { readSigningKey, signFile, writePublicKey } from './lib/release/minisign.ts';
import { makeTemporaryFolder } from '../apps/server/src/testing/temporary-folder.ts';

const run = promisify(execFile);
const PERSON = { username: 'first@example.com', password: 'Correct-horse-7' };

let folder: string;
let waymark: string;
let port: number;

/** An environment without npm, Node and settings. */
const bare = (settings: Readonly<Record<string, string>> = {}) => ({ PATH: '/usr/bin:/bin', ...settings });
const ofServer = () =>
  bare({
    WAYMARK_DATA_DIR: path.join(folder, 'data'),
    WAYMARK_PORT: String(port),
    WAYMARK_MQTT_PORT: '0',
    WAYMARK_IRIDIUM_PORT: '0',
    WAYMARK_SUPERADMIN_EMAIL: PERSON.username,
    WAYMARK_SUPERADMIN_PASSWORD: PERSON.password,
  });

beforeAll(async () => {
  folder = await makeTemporaryFolder('release');
  port = await findFreePort();
  const target = path.join(folder, 'waymark');
  await run(process.execPath, [
    path.join(import.meta.dirname, 'run.mjs'),
    'release',
    '--out',
    target,
    '--without-archive',
  ]);
  waymark = path.join(target, 'bin/waymark');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function startWaymark(): Promise<{ child: ChildProcess; exited: Promise<unknown> }> {
  const child = spawn(waymark, ['start'], { env: ofServer(), cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Waymark is ready')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  return { child, exited };
}

const post = (address: string, body: unknown) =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

describe('a release', () => {
  test('a release runs from its folder alone: sign-in, console, an admin command while serving, a clean stop', async () => {
    const { child, exited } = await startWaymark();
    try {
      const address = `http://127.0.0.1:${port}`;
      const page = await (await fetch(address)).text();
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
      const answer = await fetch(address + script);
      expect(answer.headers.get('content-type')).toContain('javascript');
      const signIn = await post(`${address}/api/oauth/token`, { grant_type: 'password', client_id: 'c', ...PERSON });
      expect(signIn.status).toBe(200);

      const backup = path.join(folder, 'now.backup');
      const { stdout } = await run(waymark, ['admin', 'backup', backup], { env: ofServer(), cwd: '/' });
      expect(stdout).toContain('now.backup');
      expect((await stat(backup)).size).toBeGreaterThan(0);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await exited).toBe(0);
  });

  test('a release names its version, and contains no tests and no tools', async () => {
    const { version } = JSON.parse(await readFile(path.join(import.meta.dirname, '../package.json'), 'utf8')) as {
      version: string;
    };
    const { stdout } = await run(waymark, ['version'], { env: bare() });
    expect(JSON.parse(stdout)).toMatchObject({ version, platform: `${process.platform}-${process.arch}` });
    const places = [
      'apps/server/src/main.ts',
      'client/waymark-client-1.0.0.tgz',
      'apps/server/src/testing',
      'apps/server/src/main.long.test.ts',
      'node_modules/vitest',
      'node_modules/typescript',
    ];
    expect(places.filter((place) => existsSync(path.join(folder, 'waymark', place)))).toEqual([
      'apps/server/src/main.ts',
      'client/waymark-client-1.0.0.tgz',
    ]);
  });

  test('[W-523] a release lists its parts and their licences', async () => {
    const read = (name: string) => readFile(path.join(folder, 'waymark', name), 'utf8');
    const bill = JSON.parse(await read('sbom.cdx.json')) as Bill;
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'waymark' } } });
    const names = new Set(bill.components.map(({ name }) => name));
    expect(['fastify', 'react', 'maplibre-gl', 'node'].filter((name) => !names.has(name))).toEqual([]);
    expect([...names].filter((name) => /^@types|^vitest$|^typescript$/.test(name))).toEqual([]);
    const refs = new Set(bill.components.map((component) => component['bom-ref']));
    expect(refs.size).toBe(bill.components.length);
    const licences = await read('LICENCES.txt');
    const others = bill.components.filter(({ name }) => !name.startsWith('@waymark/'));
    const lines = others.map(({ name, version }) => `${name} ${version}: `);
    expect(lines.filter((line) => !licences.includes(line))).toEqual([]);
    expect(licences).not.toContain(': not stated');
  });

  test.each([null, 'a password'])(
    '[W-524] minisign verifies a signature by its key with the password %s',
    async (password) => {
      const at = (name: string) => path.join(folder, name);
      const made = run('minisign', [
        '-G',
        '-f',
        ...(password === null ? ['-W'] : []),
        '-p',
        at('key.pub'),
        '-s',
        at('key'),
      ]);
      // Without a password minisign reads nothing and may have ended: then a write fails.
      if (password !== null) made.child.stdin?.write(`${password}\n${password}\n`);
      made.child.stdin?.end();
      await made;
      const key = readSigningKey(await readFile(at('key'), 'utf8'), password ?? undefined);
      expect(await readFile(at('key.pub'), 'utf8')).toContain(writePublicKey(key));
      const file = path.join(folder, 'waymark/sbom.cdx.json');
      await writeFile(`${file}.minisig`, signFile(file, key, 'timestamp:1\tfile:sbom.cdx.json'));
      const { stdout } = await run('minisign', ['-V', '-p', at('key.pub'), '-m', file]);
      expect(stdout).toContain('Signature and comment signature verified');
      await writeFile(file, `${await readFile(file, 'utf8')} `);
      await expect(run('minisign', ['-V', '-p', at('key.pub'), '-m', file])).rejects.toMatchObject({ code: 1 });
      await rm(`${file}.minisig`);
    },
  );

  test('a release does not start without a data folder', async () => {
    await expect(run(waymark, ['start'], { env: bare() })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Set WAYMARK_DATA_DIR'),
    });
  });
});
