import { afterAll, beforeAll, test } from 'vitest';
import { RedisServer } from './hub/testing/redis-server.ts';
import { verifyEvents } from './hub/testing/verify-events.ts';
import { connectAgm } from './testing/hub-client.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let redis: RedisServer;
let here: TestServer;
let there: TestServer;
beforeAll(async () => {
  redis = await RedisServer.start();
  const settings = { WAYMARK_REDIS_URL: redis.url };
  here = await startTestServer({ settings });
  there = await startTestServer({ settings, beside: here });
});
afterAll(async () => {
  await there.close();
  await here.close();
  await redis.kill();
});

test('a change on one node reaches the consoles of the other through Redis', async () => {
  const { token } = await here.signIn('viewer@demo.waymark');
  const client = await connectAgm(there, token);
  await verifyEvents({
    client,
    fetch: async () =>
      (await there.call('GET', '/api/pigrun/user/get-user', { token })).json() as Promise<{ phone: string }>,
    apply: (_stale, { data }) => data,
    action: () =>
      here.call('POST', '/api/pigrun/user/update-a2p-messaging-state', {
        token,
        body: { a2pMessagingOptInState: true, phone: '15550199' },
      }),
    expected: ['ReceiveUserUpdate'],
  });
  client.disconnect();
});
