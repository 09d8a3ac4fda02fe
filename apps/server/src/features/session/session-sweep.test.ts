import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../platform/access/actor.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { endLostSessions } from './session-sweep.ts';
import { createLog } from '../../platform/log.ts';
import { decodeJwt } from 'jose';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function actorOf(email: string): Promise<Actor> {
  const claims = decodeJwt((await server.signIn(email)).token);
  const sessionId = String(claims['sid']);
  return { userId: Number(claims.sub), name: '', email, role: 'admin', groupId: 1, sessionId, expiresAt: 0 };
}

test('the sweep ends a session whose notice was lost and leaves the others and external ones', async () => {
  const [gone, here] = [await actorOf('admin@demo.waymark'), await actorOf('viewer@demo.waymark')];
  const external = { ...here, sessionId: 'external:9' };
  const { database } = server.app;
  await sql`update sessions set ended_at = now() where id = ${gone.sessionId}`.execute(
    database.read(systemScope('test')).db,
  );
  const ended: unknown[] = [];
  const parts = { database, log: createLog('silent'), actors: () => [gone, here, external] };
  await endLostSessions({ ...parts, end: (each) => ended.push(each) });
  expect(ended).toEqual([{ userId: gone.userId, sessionId: gone.sessionId }]);
});
