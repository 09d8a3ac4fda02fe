import type { currentUser } from '@waymark/contract/routes/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { verifyEvents } from '../../hub/testing/verify-events.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem, startTestServer, type SignedIn, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let viewer: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  viewer = await server.signIn('viewer@demo.waymark');
});
afterAll(() => server.close());

const UPDATE = '/api/pigrun/user/update-a2p-messaging-state';

async function fetchUser() {
  const response = await server.call('GET', '/api/pigrun/user/get-user', { token: viewer.token });
  return (await response.json()) as z.infer<typeof currentUser>;
}

function update(body: unknown) {
  return server.call('POST', UPDATE, { token: viewer.token, body });
}

describe('text-message opt-in', () => {
  test('[V-001] [N-014] [N-019] [N-020] [N-021] a change is answered with the user and reaches their open consoles through the hub', async () => {
    const client = await connectAgm(server, viewer.token);
    await verifyEvents({
      client,
      fetch: fetchUser,
      apply: (_stale, { data }) => data,
      action: () => update({ a2pMessagingOptInState: true, phone: '(918) 555-0134' }),
      expected: ['ReceiveUserUpdate'],
    });
    expect(await fetchUser()).toMatchObject({
      name: 'Vic Olsen',
      role: 'viewer',
      phone: '9185550134',
      a2PMessagingOptInState: true,
    });
    client.disconnect();
  });

  test('the other spelling and the values 0 and 1 are accepted too', async () => {
    expect((await update({ a2PMessagingOptInState: 0, phone: '' })).status).toBe(200);
    expect(await fetchUser()).toMatchObject({ phone: '', a2PMessagingOptInState: false });
  });

  test.each([
    [{ a2pMessagingOptInState: true, phone: '' }, 'phone-invalid'],
    [{ a2pMessagingOptInState: true, phone: '1'.repeat(51) }, 'phone-invalid'],
    [{ phone: '9185550134' }, 'validation-failed'],
    [{ a2pMessagingOptInState: 2, phone: '9185550134' }, 'validation-failed'],
  ])('%j is refused and changes nothing', async (body, code) => {
    const before = await fetchUser();
    const response = await update(body);
    expect(response.status).toBe(400);
    expect((await readProblem(response)).code).toBe(code);
    expect(await fetchUser()).toEqual(before);
  });

  test('each change is in the audit trail with both states, and the entry cannot be altered', async () => {
    await update({ a2pMessagingOptInState: true, phone: '15550100' });
    const { db } = server.app.database.read(systemScope('test'));
    const { rows } = await sql<{ after: unknown; user_name: string }>`
      select after, user_name from audit where action = 'messaging-changed' order by id desc limit 1`.execute(db);
    expect(rows[0]).toEqual({ user_name: 'Vic Olsen', after: { isOptedIn: true, phone: '15550100' } });
    await expect(sql`update audit set user_name = 'x'`.execute(db)).rejects.toThrow('append-only');
    await expect(sql`delete from audit`.execute(db)).rejects.toThrow('append-only');
  });
});
