import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readProblem, startTestServer, type TestServer } from '../../../testing/test-server.ts';

const LIMIT = 5;
const METRICS_TOKEN = 'the metrics token of the test';
const SETTINGS = '/api/console/settings';

/** Shared by most tests, each of which calls from an address of its own. */
let shared: TestServer;
/** The server of the test: the shared one, or one with other settings. */
let server: TestServer;
let address = 0;
beforeAll(async () => {
  shared = await startTestServer({
    settings: {
      WAYMARK_REQUESTS_PER_MINUTE: String(LIMIT),
      WAYMARK_TRUST_PROXY: 'loopback',
      WAYMARK_METRICS_TOKEN: METRICS_TOKEN,
    },
  });
});
afterAll(() => shared.close());
beforeEach(() => {
  server = shared;
  address += 1;
});
afterEach(async () => {
  if (server !== shared) await server.close();
});

const from = () => ({ 'x-forwarded-for': `192.0.2.${address}` });

/** A call from the address of the test. */
const send = (method: string, path: string, options: Parameters<TestServer['call']>[2] = {}) =>
  server.call(method, path, { ...options, headers: { ...options.headers, ...from() } });

const head = (...lines: readonly string[]) =>
  ['host: localhost', `x-forwarded-for: ${from()['x-forwarded-for']}`, ...lines].join('\r\n');

async function useUp(call: () => Promise<unknown>): Promise<void> {
  for (let sent = 0; sent < LIMIT; sent++) await call();
}

async function expectRefused(): Promise<void> {
  const refused = await send('GET', SETTINGS);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await readProblem(refused)).code).toBe('too-many-requests');
}

/** Sends raw bytes and returns the server's output until it answers or closes. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  socket.on('error', () => undefined).write(bytes);
  const answer = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  socket.destroy();
  return String(answer[0]);
}

test('the metrics route requires its token where one is set', async () => {
  expect((await readProblem(await send('GET', '/metrics'))).code).toBe('forbidden');
  expect((await send('GET', '/metrics', { token: METRICS_TOKEN })).status).toBe(200);
});

test('the server tells an address beyond its limit to wait, except for probes', async () => {
  for (let sent = 0; sent < LIMIT; sent++) expect((await send('GET', SETTINGS)).status).toBe(200);
  await expectRefused();
  expect((await send('GET', '/healthz')).status).toBe(200);
  expect((await send('GET', '/assets/main-abc.js')).status).toBe(200);
});

test.each<readonly [what: string, status: number, call: () => Promise<Response>]>([
  ['calls without a sign-in', 401, () => send('GET', '/api/user')],
  ['calls with a false token', 401, () => send('GET', '/api/user', { token: 'x' })],
  ['unknown addresses', 404, () => send('GET', '/api/nowhere')],
  ['wrong methods', 405, () => send('DELETE', '/api/user')],
  ['addresses that cannot be decoded', 400, () => send('GET', '/api/%ff')],
  ['pages', 200, () => send('GET', '/users', { headers: { accept: 'text/html' } })],
])('[W-030] the request limit counts %s', async (_what, status, call) => {
  await useUp(async () => expect((await call()).status).toBe(status));
  await expectRefused();
  expect((await call()).status).toBe(429);
});

test('[W-030] the request limit counts bytes that are not HTTP, and closes without an answer beyond the limit', async () => {
  server = await startTestServer({ settings: { WAYMARK_REQUESTS_PER_MINUTE: String(LIMIT) } });
  await useUp(async () => expect(await sendRaw('HELO there\r\n\r\n')).toContain('HTTP/1.1 400'));
  expect(await sendRaw('HELO there\r\n\r\n')).not.toContain('HTTP');
  await expectRefused();
});

/** Sends raw bytes and returns all output until the server closes. */
async function readAll(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

/** Sends the request this many times at once and returns how many answers arrive before the connection ends. */
async function countAnswers(requests: number): Promise<number> {
  const last = `GET ${SETTINGS} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`;
  const one = last.replace('connection: close\r\n', '');
  return (await readAll(one.repeat(requests - 1) + last)).split('HTTP/1.1 200').length - 1;
}

test('the server cuts a connection with more than 16 unanswered requests, and handles none of the others', async () => {
  server = await startTestServer({ settings: { WAYMARK_REQUESTS_PER_MINUTE: '100' } });
  expect(await countAnswers(16)).toBe(16);
  expect(await countAnswers(1000)).toBeLessThan(17);
  expect((await server.call('GET', SETTINGS)).status).toBe(200);
});

test('[W-030] the refusal of a call beyond the limit ends its connection', async () => {
  const call = `GET ${SETTINGS} HTTP/1.1\r\n${head()}\r\n\r\n`;
  await useUp(async () => expect(await sendRaw(call)).toMatch(/^connection: keep-alive\r$/im));
  expect(await sendRaw(call)).toMatch(/^connection: close\r$/im);
});

test('[W-178] a connection beyond the limit gets a single refusal, which the server holds back', async () => {
  await useUp(() => send('GET', SETTINGS));
  const before = performance.now();
  const answer = await readAll(`GET ${SETTINGS} HTTP/1.1\r\n${head()}\r\n\r\n`.repeat(10));
  expect(performance.now() - before).toBeGreaterThan(490);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 429']);
});

test('[W-030] the request limit counts upgrades to WebSocket', async () => {
  const upgrade = `GET /hub/?EIO=4&transport=websocket HTTP/1.1\r\n${head('connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13', `sec-websocket-key: ${btoa('0123456789abcdef')}`)}\r\n\r\n`;
  await useUp(async () => expect(await sendRaw(upgrade)).toContain('HTTP/1.1 101'));
  expect(await sendRaw(upgrade)).toContain('HTTP/1.1 429');
});

test.each(['/healthz', '/readyz', '/.well-known/jwks.json', '/assets/main-abc.js'])(
  '[W-030] the server limits a flood of %s with a separate count',
  async (path) => {
    await useUp(async () => expect((await send('GET', path)).status).toBe(200));
    expect((await send('GET', path)).status).toBe(429);
    expect((await send('GET', SETTINGS)).status).toBe(200);
  },
);

test('[W-032] the request limit counts an IPv6 /64 as one address, and each IPv4 address separately', async () => {
  const callFrom = async (client: string) =>
    (await server.call('GET', SETTINGS, { headers: { 'x-forwarded-for': client } })).status;
  for (let host = 1; host <= LIMIT; host++) expect(await callFrom(`2001:db8:1:2::${host}`)).toBe(200);
  expect([await callFrom('2001:db8:1:2:ffff::1'), await callFrom('2001:db8:1:3::1')]).toEqual([429, 200]);
  expect([await callFrom('198.51.100.1'), await callFrom('::ffff:198.51.100.2')]).toEqual([200, 200]);
});

test('[W-036] the server limits the error reports per user', async () => {
  server = await startTestServer({ settings: { WAYMARK_REQUESTS_PER_MINUTE: '1000' } });
  const [one, other] = await Promise.all(['admin', 'viewer'].map((role) => server.signIn(`${role}@demo.waymark`)));
  const report = async (token = '') =>
    (await server.call('POST', '/api/console/error', { token, body: { message: 'it broke' } })).status;
  for (let sent = 0; sent < 30; sent++) expect(await report(one?.token)).toBe(200);
  expect([await report(one?.token), await report(other?.token)]).toEqual([429, 200]);
});
