import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../apps/server/src/testing/temporary-folder.ts';

// Installs the packed client as another program does.

const ROOT = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);

let folder: string;
const at = (...parts: string[]) => path.join(folder, ...parts);
/** Runs a program, whether it succeeds or not. */
const attempt = (program: string, args: readonly string[], env = process.env) =>
  spawnSync(program, args, { cwd: folder, encoding: 'utf8', env });
const tsc = () => attempt(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]);

beforeAll(async () => {
  folder = await makeTemporaryFolder('client');
  const { stdout } = await run(process.execPath, [path.join(ROOT, 'scripts/run.mjs'), 'client', folder]);
  const packed = stdout.trim().split('\n').at(-1) ?? '';
  await writeFile(at('package.json'), JSON.stringify({ name: 'historian', private: true, type: 'module' }));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', packed], { cwd: folder });
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    noEmit: true,
    types: [],
    lib: ['es2024', 'dom'],
  };
  await writeFile(at('tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', '*.mts'] }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('[W-544] the packed client has neither the contract nor other parts of Waymark', async () => {
  const manifest = JSON.parse(await readFile(at('node_modules/@waymark/client/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(Object.keys(manifest.dependencies).toSorted()).toEqual(['socket.io-client', 'socket.io-msgpack-parser']);
  const found = attempt('grep', ['-rlE', "@waymark/(contract|domain|commands)|\\.ts'", at('node_modules/@waymark')]);
  expect(found).toMatchObject({ status: 1, stdout: '' });
});

test('[W-544] a program compiles against the packed client, and a wrong call does not', async () => {
  await writeFile(
    at('good.ts'),
    `import { createClient, type Calls } from '@waymark/client';
     import { connectHub } from '@waymark/client/hub';
     import { readWebhook } from '@waymark/client/webhook';
     const waymark = createClient({ address: 'http://127.0.0.1', key: 'wmk_x' });
     const device = await waymark.call('GET /apexagm/:uid/device', { params: { uid: 7 } });
     const battery: number | null = device.lastBattery;
     const runs: Calls['GET /pigrun']['reply'] = await waymark.call('GET /pigrun', { query: { active: 'true' } });
     for await (const run of waymark.rows('GET /pigrun/finished', { query: {} })) console.log(run.pigRunName.length);
     connectHub({ address: 'http://127.0.0.1', key: 'wmk_x' }).on('ReceivePassage', ({ uid }) => uid.toFixed());
     const event = await readWebhook({ secret: '', headers: {}, body: '' });
     if (event.type === 'waymark.device.offline') console.log(event.data.reason.length, battery, runs.length);`,
  );
  expect(tsc()).toMatchObject({ status: 0, stdout: '' });
  const faults = [
    "await waymark.call('GET /apexagm/:uid/device');",
    "await waymark.call('GET /apexagm/:uid/device', { params: { uid: 'seven' } });",
    "await waymark.call('GET /nothing');",
    "(await waymark.call('GET /apexagm'))[0]?.noSuchField;",
  ];
  const start = `import { createClient } from '@waymark/client';
    const waymark = createClient({ address: '', key: '' });\n`;
  for (const [index, fault] of faults.entries()) {
    await writeFile(at('wrong.ts'), `${start}${fault}\nexport {};`);
    expect([index, tsc().stdout]).toEqual([index, expect.stringMatching(/^wrong\.ts\(3,.*error TS/)]);
  }
  await rm(at('wrong.ts'));
});

test('[W-544] the example says with the packed client that no server can be reached', async () => {
  await mkdir(at('examples'), { recursive: true });
  await cp(path.join(ROOT, 'docs/examples/quick-start.mjs'), at('examples/quick-start.mjs'));
  const env = { ...process.env, WAYMARK_KEY: 'wmk_x' };
  const ended = attempt(process.execPath, [at('examples/quick-start.mjs'), 'http://127.0.0.1:9'], env);
  expect(ended).toMatchObject({ status: 1, stderr: 'unreachable: The server cannot be reached.\n' });
});
