import { spawnSync } from 'node:child_process';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { findRunningPostgres } from '@waymark/embedded-postgres';
import { makeTestFolder, startForTest } from '@waymark/embedded-postgres/testing/test-folder';
import { returnToSuperuser } from '@waymark/embedded-postgres/testing/old-data-folder';
import { applyMigrations } from '../testing/apply-migrations.ts';
import { findFreePort, startServerProcess } from '../testing/server-process.ts';

const ADMIN = path.join(import.meta.dirname, '../admin.ts');

function runAdmin(dataDir: string, ...args: readonly string[]) {
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('WAYMARK_'));
  const { status, stderr } = spawnSync(process.execPath, [ADMIN, ...args], {
    env: { ...Object.fromEntries(ours), WAYMARK_DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  return { status, stderr };
}

/** Lists the roles of all connections to a served database. */
async function listConnectedRoles(dataDir: string): Promise<{ name: string; isSuperuser: boolean }[]> {
  const client = new pg.Client(findRunningPostgres(dataDir) ?? {});
  await client.connect();
  const { rows } = await client.query<{ name: string; isSuperuser: boolean }>(`
    select distinct r.rolname as name, r.rolsuper as "isSuperuser"
    from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
    where a.datname = current_database() and a.backend_type = 'client backend'`);
  await client.end();
  return rows;
}

async function serve<Outcome>(dataDir: string, work: (port: number) => Promise<Outcome>): Promise<Outcome> {
  const server = startServerProcess(await findFreePort(), { WAYMARK_DATA_DIR: dataDir });
  try {
    await server.ready;
    return await work(server.port);
  } finally {
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  }
}

async function signIn(port: number): Promise<number> {
  const body = JSON.stringify({
    grant_type: 'password',
    username: 'admin@demo.waymark',
    password: 'Waymark-demo-1',
    client_id: 'c',
  });
  return (
    await fetch(`http://127.0.0.1:${port}/api/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  ).status;
}

test(
  '[W-070] a server on an old data folder works as an ordinary role, and its backup restores into a new one',
  { timeout: 180_000 },
  async () => {
    const folder = makeTestFolder();
    const [old, restored, backup] = ['old', 'restored', 'waymark.backup'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    const made = await startForTest(old);
    await returnToSuperuser(made, applyMigrations);
    await made.stop();
    await serve(old, async (port) => {
      expect(await signIn(port)).toBe(200);
      expect(await listConnectedRoles(old)).toEqual([{ name: 'waymark_server', isSuperuser: false }]);
      expect(runAdmin(old, 'backup', backup)).toEqual({ status: 0, stderr: '' });
    });
    expect(runAdmin(old, 'prune')).toEqual({ status: 0, stderr: '' });
    expect(runAdmin(restored, 'restore', backup)).toEqual({ status: 0, stderr: '' });
    expect(runAdmin(old, 'restore', backup, '--replace')).toEqual({ status: 0, stderr: '' });
    expect(await serve(old, signIn)).toBe(200);
  },
);
