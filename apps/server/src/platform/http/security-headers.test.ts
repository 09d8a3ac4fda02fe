import { request as ask } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: { readonly token: string; readonly cookie: string };

beforeAll(async () => {
  server = await startTestServer({
    settings: {
      WAYMARK_PUBLIC_URL: 'https://waymark.test',
      WAYMARK_METRICS_TOKEN: 'the metrics token of the test',
      WAYMARK_EMBED_ORIGINS: 'https://intranet.test, https://portal.test:8443',
    },
  });
  admin = await server.signIn('admin@demo.waymark');
});
afterAll(() => server.close());

type Headers = Readonly<Record<string, string>>;
const html: Headers = { accept: 'text/html' };
const json: Headers = { 'content-type': 'application/json' };
const none: Headers = {};
const signedIn = (): Headers => ({ authorization: `Bearer ${admin.token}` });

const answers: readonly (readonly [
  what: string,
  method: string,
  address: string,
  status: number,
  headers: Headers | (() => Headers),
  body?: string,
])[] = [
  ['the page', 'GET', '/', 200, html],
  ['an address of a screen', 'GET', '/users', 200, html],
  ['a file of the console', 'GET', '/assets/main-abc.js', 200, none],
  ['a compressed file of the console', 'GET', '/assets/main-abc.js', 200, { 'accept-encoding': 'br' }],
  ['a missing file', 'GET', '/assets/gone.js', 404, html],
  ['the API', 'GET', '/api/user', 200, signedIn],
  ['the API before a sign-in', 'GET', '/api/user', 401, none],
  ['the API without permission', 'GET', '/api/admin/group', 403, signedIn],
  ['a table as CSV', 'GET', '/api/audit/export', 200, signedIn],
  ['an unknown call', 'GET', '/api/nowhere', 404, none],
  ['a wrong method', 'DELETE', '/api/userinfo', 405, none],
  ['a body that is not JSON', 'POST', '/api/oauth/token', 400, json, '{'],
  ['a body of another kind', 'POST', '/api/oauth/token', 415, { 'content-type': 'text/xml' }, '<a/>'],
  ['an invalid address', 'GET', '/api/%zz', 400, none],
  ['a webhook with a wrong secret', 'POST', '/api/webhooks/rockblock/guess', 404, json, '{}'],
  ['the description of the API', 'GET', '/api/docs', 200, html],
  ['the API as OpenAPI', 'GET', '/api/openapi.json', 200, none],
  ['metrics without their token', 'GET', '/metrics', 403, none],
  ['the probe', 'GET', '/healthz', 200, none],
  ['public keys', 'GET', '/.well-known/jwks.json', 200, none],
];

describe('security headers', () => {
  test.each(answers.map(([what, ...sent]) => [what, sent] as const))(
    '%s has the security headers',
    async (_what, [method, address, status, headers, body]) => {
      const sent = typeof headers === 'function' ? headers() : headers;
      const answer = await fetch(server.address + address, {
        method,
        redirect: 'manual',
        headers: sent,
        ...(body !== undefined && { body }),
      });
      await answer.arrayBuffer();
      expect(answer.status).toBe(status);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-request-id': expect.stringMatching(/^[\w.-]{8,64}$/) as string,
      });
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-|\*|http:/);
      const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
      expect(answer.headers.get('cross-origin-opener-policy')).toBe(isPage ? 'same-origin' : null);
      for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
        expect(answer.headers.get(name)).toBeNull();
    },
  );

  test('an answer to bytes that are not HTTP has the security headers', async () => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
    socket.write('HELO there\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
    expect(answer.toString()).toMatch(/\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\n/);
  });
});

describe('pages in frames', () => {
  const framedBy = async (address: string) => {
    const answer = await fetch(server.address + address, { headers: html });
    expect(answer.status).toBe(200);
    return /frame-ancestors ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
  };

  test.each(['/share?embed', '/share?theme=light&embed', '/share?embed=1'])(
    '[W-386] %s may be framed by the configured origins alone',
    async (address) => {
      expect(await framedBy(address)).toBe('https://intranet.test https://portal.test:8443');
    },
  );

  test.each([
    '/',
    '/?embed',
    '/share',
    '/share?embedded',
    '/share?x=embed',
    '/wall?embed',
    '/users?embed',
    '/share/x?embed',
  ])('[W-386] %s may be framed by no page', async (address) => {
    expect(await framedBy(address)).toBe("'none'");
  });
});

describe('cross-site requests', () => {
  test('a preflight from another site gets no permission', async () => {
    const asked = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const answer = await server.call('OPTIONS', '/api/userinfo', { headers: asked });
    expect(answer.status).toBe(405);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test.each(['/api/oauth/token', '/api/oauth/logout'])(
    'the server refuses the cookie at %s from another site, whatever Origin it sends',
    async (address) => {
      for (const origin of [
        'https://evil.example',
        'https://waymark.test.evil.example',
        'http://waymark.test:81',
        'null',
        'https://waymark.test@evil.example',
        'garbage',
      ]) {
        const answer = await server.call('POST', address, {
          body: { grant_type: 'refresh_token' },
          headers: { origin, cookie: admin.cookie },
        });
        expect({ origin, status: answer.status, cookies: answer.headers.getSetCookie() }).toEqual({
          origin,
          status: 403,
          cookies: [],
        });
      }
      expect((await server.call('GET', '/api/userinfo', { token: admin.token })).status).toBe(200);
    },
  );
});

describe('paths of files', () => {
  /** Sends the path unchanged: other clients would normalize it. */
  async function get(address: string): Promise<{ readonly status: number; readonly text: string }> {
    const request = ask({ port: new URL(server.address).port, host: '127.0.0.1', path: address, headers: html }).end();
    const [answer] = (await once(request, 'response')) as [AsyncIterable<Buffer> & { statusCode?: number }];
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece);
    return { status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() };
  }

  test('no notation of a path reaches a file outside of the console', async () => {
    const ways = ['..', '%2e%2e', '.%2e', '..%2f', '..%5c', '..%252f', '..\\', '....//', '%c0%ae%c0%ae', '..;', '.'];
    const addresses = ways.flatMap((way) => [
      `/assets/${way}/release-notes.json`,
      `/${way}/console/release-notes.json`,
      `/assets/${way}/${way}/${way}/${way}/${way}/etc/passwd`,
      `//${way}/etc/passwd`,
    ]);
    for (const address of [
      ...addresses,
      '/assets/main-abc.js%00.map',
      '/assets/',
      '/assets',
      '/index.html',
      '//evil.example/',
      '/assets/main-abc.js.map',
    ]) {
      const { status, text } = await get(address);
      // Either the console's page, for an address that may be a screen, or a refusal.
      const isPage = text.includes('<title>Waymark</title>');
      const isRefusal = /^\d+$/.test(text);
      expect({ address, status, isPage, isRefusal }).toEqual({
        address,
        status: expect.toBeOneOf([200, 400, 404]) as number,
        isPage: status === 200,
        isRefusal: status !== 200,
      });
    }
  });
});
