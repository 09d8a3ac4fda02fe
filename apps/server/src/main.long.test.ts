import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '@waymark/embedded-postgres';
import { findFreePort, startServerProcess } from './testing/server-process.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';

let root: string;
let dataDir: string;
let port: number;

beforeAll(async () => {
  root = await makeTemporaryFolder('main');
  dataDir = path.join(root, 'data');
  port = await findFreePort();
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Each start is a process with its own database, which takes long on a busy machine. */
const PATIENCE = { timeout: 120_000 };

const start = (settings: Record<string, string> = {}, flags?: readonly string[]) =>
  startServerProcess(port, { WAYMARK_DATA_DIR: dataDir, ...settings }, flags);

async function signInStatus(): Promise<number> {
  const body = JSON.stringify({
    grant_type: 'password',
    username: 'admin@demo.waymark',
    password: 'Waymark-demo-1',
    client_id: 'c',
  });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`http://127.0.0.1:${port}/api/oauth/token`, { method: 'POST', headers, body })).status;
}

describe('the server process over its lifetime', PATIENCE, () => {
  test('the first start creates everything, prints address and sign-ins, and SIGTERM stops it cleanly', async () => {
    const server = start();
    await server.ready;
    expect(await signInStatus()).toBe(200);
    expect(server.output()).toContain(`http://127.0.0.1:${port}`);
    for (const who of ['superadmin', 'admin', 'viewer']) expect(server.output()).toContain(`${who}@demo.waymark`);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  test('a stopping server first answers a running request', async () => {
    const server = start();
    await server.ready;
    const body = JSON.stringify({ grant_type: 'refresh_token' });
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /api/oauth/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    // The answer on a later connection shows that the server has received the first request.
    await fetch(`http://127.0.0.1:${port}/healthz`);
    server.child.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    const answer = once(socket, 'data');
    socket.write(body.slice(5));
    expect(String((await answer)[0])).toContain('HTTP/1.1 403');
    expect(await server.exited).toBe(0);
  });

  test('[W-005] a connection that has sent nothing does not delay a stop', async () => {
    const server = start();
    await server.ready;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    await fetch(`http://127.0.0.1:${port}/healthz`);
    const closed = once(socket, 'close');
    server.child.kill('SIGTERM');
    await closed;
    expect(await server.exited).toBe(0);
  });

  test('the log has request ids and no secrets', async () => {
    const server = start({ WAYMARK_LOG: 'trace' });
    await server.ready;
    const secrets = ['Wrong-password-77', 'eyJhbGciOiJub25lIn0.secret.token'];
    await fetch(`http://127.0.0.1:${port}/api/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'request-of-the-test' },
      body: JSON.stringify({
        grant_type: 'password',
        username: 'admin@demo.waymark',
        password: secrets[0],
        client_id: 'c',
      }),
    });
    await fetch(`http://127.0.0.1:${port}/api/user`, { headers: { authorization: `Bearer ${secrets[1]}` } });
    server.child.kill('SIGTERM');
    await server.exited;
    expect(server.output()).toContain('"requestId":"request-of-the-test"');
    expect(server.output()).toMatch(/"logId":\d+/);
    for (const secret of secrets) expect(server.output()).not.toContain(secret);
  });

  test('Ctrl-C twice in a moment, as a terminal and a launcher send it, causes one clean stop', async () => {
    const server = start();
    await server.ready;
    server.child.kill('SIGINT');
    server.child.kill('SIGINT');
    expect(await server.exited).toBe(0);
  });

  test('a killed server leaves nothing that prevents the next start', async () => {
    const killed = start();
    await killed.ready;
    killed.child.kill('SIGKILL');
    await killed.exited;
    const next = start();
    await next.ready;
    expect(await signInStatus()).toBe(200);

    const second = startServerProcess(await findFreePort(), { WAYMARK_DATA_DIR: dataDir });
    expect(await second.exited).toBe(1);
    expect(second.output().trim().split('\n')).toHaveLength(1);
    expect(second.output()).toContain('in use');

    next.child.kill('SIGTERM');
    expect(await next.exited).toBe(0);
  });

  test('a start without the demo default serves the stored demo; a real installation refuses the demo', async () => {
    const realDir = path.join(root, 'real');
    const settings = {
      WAYMARK_DATA_DIR: realDir,
      WAYMARK_SUPERADMIN_EMAIL: 'first@company.test',
      WAYMARK_SUPERADMIN_PASSWORD: 'First-person-1',
      WAYMARK_DEMO: '0',
    };
    const real = start(settings);
    await real.ready;
    expect(real.output()).not.toContain('Demo');
    expect(await signInStatus()).toBe(403);
    real.child.kill('SIGTERM');
    await real.exited;
    const demo = start({ WAYMARK_DATA_DIR: realDir });
    expect(await demo.exited).toBe(1);
    expect(demo.output()).toContain('not a demo');
  });
});

describe('a refused start prints one line, exits with 1 and changes nothing', PATIENCE, () => {
  async function expectRefusal(run: ReturnType<typeof start>, words: string): Promise<void> {
    expect(await run.exited).toBe(1);
    expect(run.output()).toMatch(/^[^\n]+\n$/);
    expect(run.output()).toContain(words);
  }

  test('the server refuses to start on a taken port', async () => {
    const taker = createServer();
    await new Promise<void>((resolve) => taker.listen(port, '127.0.0.1', resolve));
    const untouched = path.join(root, 'not made');
    await expectRefusal(start({ WAYMARK_DATA_DIR: untouched }), `Port ${port}`);
    await new Promise((resolve) => taker.close(resolve));
    expect(await readdir(root)).not.toContain('not made');
  });

  test('the server refuses to start on a foreign data folder', async () => {
    const foreign = path.join(root, 'foreign');
    await mkdir(foreign);
    await writeFile(path.join(foreign, 'thesis.txt'), 'my thesis');
    await expectRefusal(start({ WAYMARK_DATA_DIR: foreign }), foreign);
    expect(await readdir(foreign)).toEqual(['thesis.txt']);
  });

  test('the server refuses to start with a misspelt setting, a wrong value or an incomplete pair', async () => {
    await Promise.all([
      expectRefusal(start({ WAYMARK_PROT: '8080' }), 'WAYMARK_PROT'),
      expectRefusal(start({ WAYMARK_LOG: 'loud' }), 'WAYMARK_LOG'),
      expectRefusal(start({ WAYMARK_TRUST_PROXY: 'true' }), 'WAYMARK_TRUST_PROXY'),
      expectRefusal(start({ WAYMARK_SUPERADMIN_EMAIL: 'a@b.io' }), 'WAYMARK_SUPERADMIN_PASSWORD'),
    ]);
  });

  test('the server refuses to serve a default demo on other hosts', async () => {
    await expectRefusal(start({ WAYMARK_HOST: '0.0.0.0' }), 'WAYMARK_DEMO');
  });

  test('the server refuses to start without its database', async () => {
    await expectRefusal(
      start({ WAYMARK_DATABASE_URL: `postgres://nobody@127.0.0.1:${await findFreePort()}/none` }),
      'WAYMARK_DATABASE_URL',
    );
  });

  test('the server refuses to start with a different secret key than its data', async () => {
    await expectRefusal(start({ WAYMARK_SECRET_KEY: 'another key, long enough to be taken' }), 'WAYMARK_SECRET_KEY');
  });

  test('the server refuses data of a newer Waymark and leaves them unchanged', async () => {
    const change = async (statement: string) => {
      const postgres = await startEmbeddedPostgres({ dataDir });
      const client = new pg.Client(postgres.connection);
      await client.connect();
      const { rows } = await client
        .query<{ migrations: number }>(`${statement}; select count(*) as migrations from migrations`)
        .then((answers) => (answers as unknown as { rows: { migrations: number }[] }[])[1] ?? { rows: [] });
      await client.end();
      await postgres.stop();
      return Number(rows[0]?.migrations);
    };
    const before = await change("insert into migrations (name, checksum) values ('9999-from-the-future.sql', 'x')");
    await expectRefusal(start(), 'newer Waymark');
    expect(await change("delete from migrations where name = '9999-from-the-future.sql'")).toBe(before - 1);
  });
});
