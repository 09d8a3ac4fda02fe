import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    settings: { WAYMARK_PUBLIC_URL: 'https://waymark.test', WAYMARK_ALLOWED_HOSTS: 'pigs.lan, waymark-a' },
  });
});
afterAll(() => server.close());

const SETTINGS = '/api/console/settings';

/** Sends raw bytes and reads the server's answer. */
async function sendRaw(bytes: string | Buffer): Promise<{ readonly status: number; readonly head: string }> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  socket.on('error', () => undefined).write(bytes);
  const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean];
  socket.destroy();
  const head = String(answer);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head };
}

const get = (target: string, head: string, version = 'HTTP/1.1') => `GET ${target} ${version}\r\n${head}\r\n\r\n`;

describe('the Host header', () => {
  test.each([
    'waymark.test',
    'waymark.test:8080',
    'pigs.lan',
    'waymark-a:8080',
    'localhost:8080',
    '127.0.0.1',
    '[::1]:8080',
  ])('[W-033] the gate accepts a request for the host %s', async (host) => {
    expect((await sendRaw(get(SETTINGS, `host: ${host}`))).status).toBe(200);
  });

  test.each([
    SETTINGS,
    '/api/user',
    '/',
    '/users',
    '/assets/main-abc.js',
    '/metrics',
    '/api/nowhere',
    '/hub/?EIO=4&transport=polling',
  ])('[W-033] the gate refuses %s for a foreign host', async (target) => {
    const { status, head } = await sendRaw(get(target, 'host: evil.example\r\naccept: text/html'));
    expect(status).toBe(target === '/metrics' ? 403 : 421);
    expect(head).toMatch(/\r\nx-log-id: \d+\r\n/);
  });

  test('[W-033] the gate tells a user who opens a page by an unknown name which settings to change', async () => {
    const { head: answer } = await sendRaw(get('/', 'host: my-box.lan\r\naccept: text/html'));
    expect(answer).toContain('WAYMARK_ALLOWED_HOSTS');
    expect(answer).not.toContain('my-box');
  });

  test('[W-033] the gate ignores a forwarded host', async () => {
    expect((await sendRaw(get(SETTINGS, 'host: evil.example\r\nx-forwarded-host: waymark.test'))).status).toBe(421);
    expect((await sendRaw(get(SETTINGS, 'host: waymark.test\r\nx-forwarded-host: evil.example'))).status).toBe(200);
  });

  test.each(['/healthz', '/readyz', '/.well-known/jwks.json'])('the gate accepts %s for any host', async (target) => {
    expect((await sendRaw(get(target, 'host: node-7.internal'))).status).toBe(200);
  });

  test.each([
    ['waymark.test', 101],
    ['evil.example', 421],
  ])('[W-033] the gate answers a hub connection to the host %s with %d', async (host, status) => {
    const upgrade = `connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${btoa('0123456789abcdef')}`;
    expect((await sendRaw(get('/hub/?EIO=4&transport=websocket', `host: ${host}\r\n${upgrade}`))).status).toBe(status);
  });
});

describe('ambiguous requests', () => {
  const own = 'host: waymark.test';

  test.each([
    ['two Host headers', get(SETTINGS, `${own}\r\nHOST: waymark.test`)],
    ['two different Host headers', get('/healthz', `${own}\r\nhost: evil.example`)],
    ['no Host header', get(SETTINGS, 'accept: */*')],
    ['no Host header at a probe', get('/healthz', 'accept: */*')],
    ['no version', 'GET /healthz\r\n\r\n'],
    ['HTTP/0.9', get('/healthz', own, 'HTTP/0.9')],
    ['HTTP/2.0', get('/healthz', own, 'HTTP/2.0')],
    ['a whole address of another host', get(`http://evil.example${SETTINGS}`, own)],
    ['a whole address with a user', get(`http://evil@waymark.test${SETTINGS}`, own)],
    ['a whole address of another protocol', get(`ftp://waymark.test${SETTINGS}`, own)],
    ['a target that is no path', get('api/console/settings', own)],
    ['an asterisk as target', 'OPTIONS * HTTP/1.1\r\nhost: waymark.test\r\n\r\n'],
    ['a path that is not UTF-8', get('/api/%ff', own)],
    ['a page whose path is not UTF-8', get('/%c0%af', `${own}\r\naccept: text/html`)],
    ['a query that is not UTF-8', get(`${SETTINGS}?a=%ff`, own)],
    ['a query with half an escape', get(`${SETTINGS}?a=%e`, own)],
    ['raw bytes in the path', Buffer.from(get(`${SETTINGS}?a=\u00FF`, own), 'latin1')],
    ['a header that is not UTF-8', Buffer.from(get(SETTINGS, `${own}\r\nuser-agent: \u00FF`), 'latin1')],
    [
      'both a length and chunks',
      `POST /api/oauth/token HTTP/1.1\r\n${own}\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `POST /api/oauth/token HTTP/1.1\r\n${own}\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    ['a header name with a space', get(SETTINGS, `${own}\r\nx-a : b`)],
  ])('[W-034] the gate refuses %s as a bad request', async (_what, bytes) => {
    const { status, head } = await sendRaw(bytes);
    expect(status).toBe(400);
    expect(head).toMatch(/\r\nx-log-id: \d+\r\n/);
    expect(head).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
  });

  test.each([
    ['a whole address of this host', get(`http://waymark.test${SETTINGS}`, own)],
    ['a whole address of the page', get('http://waymark.test/', own)],
    ['the page with a fragment', get('/#devices', own)],
    ['HTTP/1.0 of a health check', 'GET /readyz HTTP/1.0\r\n\r\n'],
    ['a header in UTF-8', Buffer.from(get(SETTINGS, `${own}\r\nuser-agent: M\u00FCller`), 'utf8')],
    ['a query in UTF-8', get(`${SETTINGS}?a=%C3%A4`, own)],
  ])('[W-174] the server answers %s', async (_what, bytes) => {
    expect((await sendRaw(bytes)).status).toBe(200);
  });

  test.each([
    ['waymark.test', 200],
    ['evil.example', 421],
  ])('[W-174] the gate sees a request to %s whose Expect header is unknown', async (host, status) => {
    const { status: answered, head } = await sendRaw(get(SETTINGS, `host: ${host}\r\nexpect: the-unknown`));
    expect(answered).toBe(status);
    expect(head).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
  });
});
