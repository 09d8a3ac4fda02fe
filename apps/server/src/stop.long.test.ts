import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { CONSOLE_CLIENT_ID } from '@waymark/contract/routes/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEMO_PASSWORD } from './demo/demo-sign-ins.ts';
import { connectAgm } from './testing/hub-client.ts';
import { listFamily, readAll, signalFamily } from './testing/process-family.ts';
import { findFreePort, startServerProcess, type ServerProcess } from './testing/server-process.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';

const FLOOD_CALLS = 100_000;

let dataDir: string;
let server: ServerProcess;
let address: string;
beforeEach(async () => {
  dataDir = await makeTemporaryFolder('stop');
});

async function start(): Promise<void> {
  server = startServerProcess(await findFreePort(), { WAYMARK_DATA_DIR: dataDir, WAYMARK_LOG: 'info' });
  address = `http://127.0.0.1:${server.port}`;
  await server.ready;
}

afterEach(async () => {
  server.child.kill('SIGKILL');
  await server.exited;
  // The database of a killed server stops shortly after it.
  await vi.waitFor(async () => rm(dataDir, { recursive: true, force: true }));
});

async function signIn(username: string): Promise<{ token: string; cookie: string }> {
  const response = await fetch(`${address}/api/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username, password: DEMO_PASSWORD, client_id: CONSOLE_CLIENT_ID }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return {
    token,
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  };
}

/** Resolves when the server has cut the connection or has exited. */
async function flood(token: string): Promise<void> {
  const client = await Promise.race([connectAgm({ address }, token), server.exited]);
  if (typeof client !== 'object' || client === null) return;
  const ended = new Promise<void>((resolve) => client.once('disconnect', () => resolve()));
  for (let count = 0; count < FLOOD_CALLS; count++) client.emit('ShowPigRuns', [1, 2, 3]);
  await Promise.race([ended, server.exited]);
  client.disconnect();
}

test('[W-003][W-004][W-005] a viewer who floods the hub and signs out is cut, and the server answers others and stops', async () => {
  await start();
  const [viewer, admin] = [await signIn('viewer@demo.waymark'), await signIn('admin@demo.waymark')];
  await flood(viewer.token);
  const signedOut = await fetch(`${address}/api/oauth/logout`, { method: 'POST', headers: { cookie: viewer.cookie } });
  expect(signedOut.ok).toBe(true);
  const answer = await fetch(`${address}/api/userinfo`, { headers: { authorization: `Bearer ${admin.token}` } });
  expect(answer.status).toBe(200);
  server.child.kill('SIGTERM');
  // 0: it stopped by itself, before any time limit.
  expect(await server.exited).toBe(0);
  expect(server.output()).toContain('hub connection cut');
});

test('[W-005] a server that stops during floods exits by itself', async () => {
  await start();
  const { token } = await signIn('viewer@demo.waymark');
  const floods = Array.from({ length: 4 }, async () => {
    while (server.child.exitCode === null) await flood(token).catch(() => undefined);
  });
  await flood(token);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  await Promise.all(floods);
});

test('[W-005] a stopping server does not wait for the rest of incomplete requests', async () => {
  await start();
  const open = () => connect(server.port, '127.0.0.1').on('error', () => undefined);
  const post =
    'POST /api/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{';
  const sockets = Array.from({ length: 30 }, () => [open(), open(), open()] as const);
  for (const [withoutBody, withoutEnd] of sockets) {
    withoutBody.write(post);
    withoutEnd.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /healthz HTTP/1.1\r\nho');
  }
  await fetch(`${address}/healthz`);
  server.child.kill('SIGTERM');
  // 0: it stopped by itself, before its time limit.
  expect(await server.exited).toBe(0);
  for (const socket of sockets.flat()) socket.destroy();
});

const countStacks = () => server.output().match(/\n\s+at |"stack":/g)?.length ?? 0;
const findDatabase = () =>
  listFamily(server.child.pid ?? 0).find((pid) => readAll([pid], 'cmdline')[0]?.includes('postgres\0-D'));

test('[W-005][W-191] a server whose database is frozen ends within 20 s and names what is open, without stacks', async () => {
  await start();
  const database = findDatabase();
  signalFamily(database, 'SIGSTOP');
  const askedAt = Date.now();
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(1);
  expect(Date.now() - askedAt).toBeLessThan(20_000);
  signalFamily(database, 'SIGCONT');
  expect(server.output()).toMatch(/"parts":\[.*"embedded database"\]/);
  expect(countStacks()).toBe(0);
});

test('[W-089][W-191] a server whose database was just killed stops with code 0, without stacks', async () => {
  await start();
  signalFamily(findDatabase(), 'SIGKILL');
  await vi.waitFor(() => expect(server.output()).toContain('the embedded database ended'));
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(countStacks()).toBe(0);
});

test('[W-191] a server that is stopped during its start ends with code 0, and the next one starts', async () => {
  server = startServerProcess(await findFreePort(), { WAYMARK_DATA_DIR: dataDir, WAYMARK_LOG: 'info' });
  await vi.waitFor(() => expect(findDatabase()).toBeDefined(), 30_000);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(server.output()).not.toContain('is ready');
  expect(countStacks()).toBe(0);
  await start();
});

test('[W-192] a server serves and stops although the reader of its output has gone', async () => {
  server = startServerProcess(await findFreePort(), { WAYMARK_DATA_DIR: dataDir, WAYMARK_LOG: 'info' });
  server.child.stdout?.destroy();
  const isReady = async () => (await fetch(`http://127.0.0.1:${server.port}/readyz`).catch(() => null))?.status;
  await vi.waitFor(async () => expect(await isReady()).toBe(200), 60_000);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(countStacks()).toBe(0);
});

test.runIf(process.platform === 'linux')(
  '[W-083] a server whose log is on a full disk answers, counts lost lines and stops',
  async () => {
    const full = openSync('/dev/full', 'w');
    server = startServerProcess(
      await findFreePort(),
      { WAYMARK_DATA_DIR: dataDir, WAYMARK_LOG: 'debug' },
      undefined,
      full,
    );
    address = `http://127.0.0.1:${server.port}`;
    await server.ready;
    await signIn('admin@demo.waymark');
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    await vi.waitFor(async () => {
      const metrics = await (await fetch(`${address}/metrics`)).text();
      expect(Number(/^waymark_log_lines\{kind="dropped"\} (\d+)/m.exec(metrics)?.[1])).toBeGreaterThan(0);
    });
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  },
);

test('[W-083] [W-005] a server whose log has a stuck reader serves, drops lines and stops', async () => {
  const pipe = path.join(dataDir, '../', `${path.basename(dataDir)}.pipe`);
  spawnSync('mkfifo', [pipe]);
  // Opened for reading and writing, and never read: the pipe takes 64 KiB, then every write blocks.
  const stuck = openSync(pipe, 'r+');
  const settings = { WAYMARK_DATA_DIR: dataDir, WAYMARK_LOG: 'info', WAYMARK_REQUESTS_PER_MINUTE: '0' };
  server = startServerProcess(await findFreePort(), settings, undefined, stuck);
  address = `http://127.0.0.1:${server.port}`;
  await server.ready;
  const { token } = await signIn('viewer@demo.waymark');
  const headers = { authorization: `Bearer ${token}` };
  const refuse = async () => (await fetch(`${address}/api/pigrun/GetSystemHealth`, { headers })).arrayBuffer();
  const countDropped = async () =>
    Number(/waymark_log_lines\{kind="dropped"\} (\d+)/.exec(await (await fetch(`${address}/metrics`)).text())?.[1]);
  while ((await countDropped()) === 0) await Promise.all(Array.from({ length: 200 }, refuse));
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  closeSync(stuck);
  await rm(pipe);
});
