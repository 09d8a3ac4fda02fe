import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestTextGateway, type TestTextGateway } from '../../platform/text/test-text-gateway.ts';
import { findFreePort, startServerProcess, type ServerProcess } from '../../testing/server-process.ts';
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let stub: TestTextGateway;
let home: TestDatabase;
let client: pg.Client;
let dataDir: string;
const running: ServerProcess[] = [];

beforeAll(async () => {
  stub = await startTestTextGateway();
  home = await createTestDatabase();
  client = new pg.Client(home.connection);
  await client.connect();
  dataDir = await makeTemporaryFolder('killed-text');
});
afterAll(async () => {
  for (const { child, exited } of running) {
    child.kill('SIGKILL');
    await exited;
  }
  await client.end();
  await stub.close();
  await home.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function startNode(): Promise<ServerProcess> {
  const { host, port, user, database } = home.connection;
  const node = startServerProcess(await findFreePort(), {
    WAYMARK_DATA_DIR: dataDir,
    WAYMARK_DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}&port=${port}`,
    WAYMARK_SECRET_KEY: 'a secret key that only the tests know',
    WAYMARK_SMS_URL: stub.url,
    WAYMARK_SMS_ACCOUNT: 'AC42',
    WAYMARK_SMS_TOKEN: 'token',
    WAYMARK_SMS_FROM: '+19185550100',
    WAYMARK_LOG: 'error',
  });
  running.push(node);
  await node.ready;
  return node;
}

async function readMessage() {
  const { rows } = await client.query<{ status: string; last_error: string | null }>(
    'select status, last_error from outbox',
  );
  return rows[0];
}

test('a server does not repost a text message of a server that was killed before storing the outcome', async () => {
  const first = await startNode();
  stub.answers.push('silent');
  await client.query(`update users set is_opted_in = true, phone = '9185550134' where email = 'viewer@demo.waymark'`);
  await client.query(`insert into outbox (medium, recipient, user_id, subject, body_text)
    select 'sms', phone, id, 'Passage', 'Marker 4 passed' from users where email = 'viewer@demo.waymark'`);
  await client.query(`select graphile_worker.add_job('outbox.send', json_build_object('id', id)) from outbox`);
  await stub.untilReceived(1);
  first.child.kill('SIGKILL');
  await first.exited;
  expect(await readMessage()).toMatchObject({ status: 'waiting' });

  await client.query('update outbox set next_attempt_at = now()');
  await startNode();
  await vi.waitFor(async () => expect((await readMessage())?.status).toBe('dead'), 30_000);
  expect((await readMessage())?.last_error).toBe(
    'it is not known whether this message arrived: the attempt was broken off',
  );
  expect(stub.received).toHaveLength(1);
});
