import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort, startServerProcess, type ServerProcess } from '../../../testing/server-process.ts';
import { makeTemporaryFolder } from '../../../testing/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';

const KILLS = 10;
const COMPANIES = 40;
const WITHIN = { timeout: 40_000, interval: 10 };

let home: TestDatabase;
let client: pg.Client;
let dataDir: string;
const running = new Set<ServerProcess>();

beforeAll(async () => {
  home = await createTestDatabase();
  client = new pg.Client(home.connection);
  await client.connect();
  dataDir = await makeTemporaryFolder('killed-escalations');
});
afterAll(async () => {
  for (const node of running) await kill(node);
  await client.end();
  await home.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Without a mail server: messages stay in the outbox, where they are counted. */
async function startNode(): Promise<ServerProcess> {
  const { host, port, user, database } = home.connection;
  const node = startServerProcess(await findFreePort(), {
    WAYMARK_DATA_DIR: dataDir,
    WAYMARK_DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}&port=${port}`,
    WAYMARK_SECRET_KEY: 'a secret key that only the tests know',
    WAYMARK_LOG: 'error',
  });
  running.add(node);
  await node.ready;
  return node;
}

async function kill(node: ServerProcess): Promise<void> {
  node.child.kill('SIGKILL');
  await node.exited;
  running.delete(node);
}

/**
 * Companies with an administrator, a step and an alert that is due; each company is a transaction. Its subject keeps the
 * check of the links from ending it.
 */
async function raiseAlerts(round: number): Promise<void> {
  await client.query(
    `with company as (
       insert into groups (name) select 'Killed ' || $1 || '-' || each from generate_series(1, $2::int) each returning id),
     admin as (
       insert into users (group_id, email, name, role, phone) select id, 'killed-' || id || '@example.com', 'Ada', 'admin', ''
       from company returning group_id),
     policy as (
       insert into escalation_policies (group_id, steps)
       select group_id, '[{"afterMinutes": 1, "onCall": true, "userIds": [], "media": ["email"]}]' from admin)
     insert into alerts (group_id, subject, cause, kind, words_us, words_metric, raised_at, last_raised_at, count, changed_at)
     select group_id, 'tested', 'broker-away', 'broker-away', 'w', 'w', at, at, 1, at
     from admin, (select now() - interval '2 minutes' as at) raised`,
    [round, COMPANIES],
  );
}

async function countTaken(): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from alert_escalations');
  return rows[0]?.count ?? 0;
}

test('[W-352] ten kills of a node double and lose no escalation', async () => {
  const nodes = [await startNode(), await startNode()];
  let brokenOff = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const before = await countTaken();
    await raiseAlerts(round);
    await expect.poll(countTaken, WITHIN).toBeGreaterThan(before);
    const victim = nodes.shift();
    if (victim) await kill(victim);
    if ((await countTaken()) < before + COMPANIES) brokenOff += 1;
    nodes.push(await startNode());
    await expect.poll(countTaken, WITHIN).toBe(before + COMPANIES);
  }
  const { rows } = await client.query<{ messages: number; alerts: number }>(
    `select count(*)::int as messages, count(distinct group_id)::int as alerts from outbox
     where dedupe_key like 'escalation%'`,
  );
  expect(rows[0]).toEqual({ messages: KILLS * COMPANIES, alerts: KILLS * COMPANIES });
  const steps = await client.query<{ count: number }>(
    `select count(*)::int as count from alert_events where step = 'escalated'`,
  );
  expect(steps.rows[0]?.count).toBe(KILLS * COMPANIES);
  expect(brokenOff).toBeGreaterThan(0);
});
