import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    settings: { WAYMARK_REQUESTS_PER_MINUTE: '5', WAYMARK_METRICS_TOKEN: 'the metrics token of the test' },
  });
});
afterAll(() => server.close());

const SETTINGS = '/api/console/settings';

test('metrics want their token where one is set', async () => {
  expect((await readProblem(await server.call('GET', '/metrics'))).code).toBe('forbidden');
  expect((await server.call('GET', '/metrics', { token: 'the metrics token of the test' })).status).toBe(200);
});

test('beyond the limit an address is told to wait, but for probes', async () => {
  for (let sent = 0; sent < 5; sent++) expect((await server.call('GET', SETTINGS)).status).toBe(200);
  const refused = await server.call('GET', SETTINGS);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await readProblem(refused)).code).toBe('too-many-requests');
  expect((await server.call('GET', '/healthz')).status).toBe(200);
});
