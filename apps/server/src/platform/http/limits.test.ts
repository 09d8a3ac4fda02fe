import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    settings: { WAYMARK_REQUESTS_PER_MINUTE: '5', WAYMARK_METRICS_TOKEN: 'the metrics token of the test' },
  });
});
afterAll(() => server.close());

test('beyond the limit an address is told to wait; metrics want their token', async () => {
  expect((await readProblem(await server.call('GET', '/metrics'))).code).toBe('forbidden');
  expect((await server.call('GET', '/metrics', { token: 'the metrics token of the test' })).status).toBe(200);
  for (let sent = 0; sent < 3; sent++) expect((await server.call('GET', '/healthz')).status).toBe(200);
  const refused = await server.call('GET', '/healthz');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await readProblem(refused)).code).toBe('too-many-requests');
});
