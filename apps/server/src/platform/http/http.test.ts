import { once } from 'node:events';
import { connect } from 'node:net';
import { PROBLEM_MEDIA_TYPE } from '@waymark/contract/problem-body';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readProblem, startTestServer, type SignedIn, type TestServer } from '../../testing/test-server.ts';
import { systemScope } from '../access/scope.ts';

let server: TestServer;
let admin: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('admin@demo.waymark');
});
afterAll(() => server.close());

const SET_PASSWORD = '/api/user/setpassword';

function post(address: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  return fetch(server.address + address, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, accept: PROBLEM_MEDIA_TYPE, ...headers },
    body,
  });
}

const json = { 'content-type': 'application/json' };

/** Rows are written in batches shortly after the answer. */
function findLogRow(logId: number) {
  return vi.waitFor(async () => {
    const { rows } = await sql<{ route: string; status: number; code: string; user_id: number | null }>`
      select route, status, code, user_id from error_log where id = ${logId}`.execute(
      server.app.database.read(systemScope('test')).db,
    );
    expect(rows).toHaveLength(1);
    return rows[0];
  });
}

describe('malformed requests', () => {
  test.each([
    ['wrong JSON', '{"password":', json, 400, 'malformed-body'],
    ['an empty body', '', json, 400, 'validation-failed'],
    ['a wrong type', '{"password":12}', json, 400, 'validation-failed'],
    ['a missing field', '{}', json, 400, 'validation-failed'],
    ['an array in place of an object', '[]', json, 400, 'validation-failed'],
    ['deep nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`, json, 400, 'body-too-deep'],
    ['a body of 10 MB', `{"password":"${'x'.repeat(10_000_000)}"}`, json, 413, 'body-too-large'],
    [
      'another content type',
      'password=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported-media-type',
    ],
  ] as const)('%s is refused with its own status and a log id', async (_what, body, headers, status, code) => {
    const response = await post(SET_PASSWORD, body, headers);
    expect(response.status).toBe(status);
    const problem = await readProblem(response);
    expect(problem).toMatchObject({ status, code });
    expect(problem.logId).toBeGreaterThan(0);
    expect(response.headers.get('x-log-id')).toBe(String(problem.logId));
  });

  test('a body of bytes that are not text is malformed', async () => {
    const response = await post(SET_PASSWORD, new Uint8Array([0xff, 0xfe, 0x00]), json);
    expect((await readProblem(response)).code).toBe('malformed-body');
  });

  test.each([
    ['a lone continuation byte', [0x80]],
    ['a cut sequence', [0xc3]],
    ['an overlong form', [0xc0, 0xaf]],
    ['half a surrogate pair', [0xed, 0xa0, 0x80]],
  ])('[W-034] a JSON body with %s in a text is malformed', async (_what, bytes) => {
    const body = Buffer.concat([Buffer.from('{"password":"Changed-pass-1'), Buffer.from(bytes), Buffer.from('"}')]);
    const response = await post(SET_PASSWORD, new Uint8Array(body), json);
    expect([response.status, (await readProblem(response)).code]).toEqual([400, 'malformed-body']);
  });

  test('__proto__ in a body does not reach the prototype', async () => {
    for (const key of ['__proto__', String.raw`\u005f_proto__`]) {
      const response = await post(SET_PASSWORD, `{"${key}":{"password":"Changed-pass-1"}}`, json);
      expect((await readProblem(response)).code).toBe('validation-failed');
    }
    expect(Object.hasOwn(Object.prototype, 'password')).toBe(false);
  });

  test('an unknown address gets 404, and a wrong method gets 405 with the allowed methods', async () => {
    expect((await readProblem(await server.call('GET', '/api/nowhere'))).code).toBe('not-found');
    const wrong = await server.call('DELETE', '/api/user/setpassword');
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST');
    expect((await readProblem(wrong)).code).toBe('method-not-allowed');
  });

  test('a parameter that is not a number gets 404', async () => {
    const superadmin = await server.signIn('superadmin@demo.waymark');
    expect((await server.call('GET', '/api/admin/user/abc', { token: superadmin.token })).status).toBe(404);
  });

  test('the server continues after a cut connection', async () => {
    const { port } = new URL(server.address);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          'POST /api/user/setpassword HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"pass',
          () => {
            socket.destroy();
            resolve();
          },
        );
      });
    });
    expect((await server.call('GET', '/healthz')).status).toBe(200);
  });

  test.each([
    ['what is no HTTP', 'HELO there\r\n\r\n', 'HTTP/1.1 400'],
    ['a head that does not end', `GET / HTTP/1.1\r\nx: ${'y'.repeat(40_000)}`, 'HTTP/1.1 414'],
  ])('the server answers %s with a log id', async (_what, bytes, status) => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
    socket.write(bytes);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain(status);
    expect(Number(/x-log-id: (\d+)/.exec(answer.toString())?.[1])).toBeGreaterThan(0);
  });

  test('the password is unchanged after the malformed requests', async () => {
    expect((await server.signIn('admin@demo.waymark')).scope).toContain('admin:company');
  });
});

describe('failures and their log ids', () => {
  test('[E-007] the plain body of a failure is its log id, which the error log knows', async () => {
    const response = await fetch(`${server.address}/api/admin/group`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    expect(text).toMatch(/^[1-9]\d*$/);
    expect(response.headers.get('x-log-id')).toBe(text);
    expect(await findLogRow(Number(text))).toMatchObject({
      route: 'GET /api/admin/group',
      status: 403,
      code: 'forbidden',
    });
  });

  test('[W-031] refusals without a sign-in have a log id and are counted, but store no rows', async () => {
    const refused = [
      await server.call('GET', '/api/user'),
      await server.call('GET', '/api/user', { token: `${admin.token}x` }),
      await server.call('GET', '/api/nowhere'),
      await server.call('POST', '/api/oauth/token', { body: { grant_type: 'password' } }),
    ];
    const ids = refused.map((response) => Number(response.headers.get('x-log-id')));
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 404, 400]);
    expect(new Set(ids).size).toBe(4);
    // Rows are stored in order: once this later row exists, earlier ones would exist too.
    const stored = await server.call('GET', '/api/admin/group', { token: admin.token });
    await findLogRow(Number(stored.headers.get('x-log-id')));
    const { rows } = await sql`select id from error_log where id = any(${ids}::bigint[]) or user_id is null`.execute(
      server.app.database.read(systemScope('test')).db,
    );
    expect(rows).toEqual([]);
    expect(await (await server.call('GET', '/metrics')).text()).toMatch(
      /waymark_refusals\{kind="unauthenticated"\} [1-9]/,
    );
  });

  test('log ids are unique under a flood', async () => {
    const responses = await Promise.all(Array.from({ length: 200 }, () => server.call('GET', '/api/nowhere')));
    expect(new Set(responses.map((response) => response.headers.get('x-log-id'))).size).toBe(200);
  });

  test('a failure of the console is stored and answered with its log id', async () => {
    const response = await server.call('POST', '/api/console/error', {
      token: admin.token,
      body: { message: 'it broke', stack: 'at x', location: '/' },
    });
    const logId = (await response.json()) as number;
    expect(await findLogRow(logId)).toMatchObject({ route: 'console /', code: 'console-error' });
  });
});

describe('requests and answers', () => {
  test('letter case and a trailing slash of an address make no difference', async () => {
    const { token } = admin;
    expect((await server.call('GET', '/api/PigRun/User/Get-User/', { token })).status).toBe(200);
  });

  test('every answer carries the security headers and a request id', async () => {
    const response = await server.call('GET', '/api/user', {
      token: admin.token,
      headers: { 'x-request-id': 'from-the-proxy-1' },
    });
    expect(response.headers.get('x-request-id')).toBe('from-the-proxy-1');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('[H-063] [T-188] the server date is a bare JSON string of 26 characters in UTC', async () => {
    const response = await server.call('GET', '/api/getdatabaseserverutcdate', { token: admin.token });
    expect(response.headers.get('content-type')).toContain('application/json');
    const text = (await response.json()) as string;
    expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/);
    expect(Math.abs(Date.parse(`${text.slice(0, 23).replace(' ', 'T')}Z`) - Date.now())).toBeLessThan(60_000);
  });
});

describe('files of the console', () => {
  test('[A-001] every console address returns the page, with a new nonce each time', async () => {
    const accept = { accept: 'text/html' };
    const [home, users] = await Promise.all([
      server.call('GET', '/', { headers: accept }),
      server.call('GET', '/users?x=1', { headers: accept }),
    ]);
    const [homeText, usersText] = await Promise.all([home.text(), users.text()]);
    const nonceOf = (text: string) => /nonce="([\w-]{22})"/.exec(text)?.[1];
    expect(home.headers.get('content-security-policy')).toContain(`'nonce-${nonceOf(homeText)}'`);
    expect(nonceOf(usersText)).toBeDefined();
    expect(nonceOf(usersText)).not.toBe(nonceOf(homeText));
    expect(home.headers.get('content-security-policy')).not.toContain('unsafe');
  });

  test('hashed files are cached forever, and the release notes are revalidated', async () => {
    const file = await server.call('GET', '/assets/main-abc.js');
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const notes = await server.call('GET', '/release-notes.json');
    expect(notes.headers.get('cache-control')).toBe('no-cache');
    expect(await notes.json()).toEqual({ '1.0.0': [] });
  });

  test('the service worker is revalidated and may fetch only our files; the manifest has its own type', async () => {
    for (const encoding of ['br', 'identity']) {
      const { headers } = await server.call('GET', '/service-worker.js', { headers: { 'accept-encoding': encoding } });
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('content-type')).toContain('javascript');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
    }
    const manifest = await server.call('GET', '/manifest.webmanifest');
    expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
  });

  test('files are sent precompressed, and source maps are not served', async () => {
    const file = await server.call('GET', '/assets/main-abc.js', { headers: { 'accept-encoding': 'br' } });
    expect(file.headers.get('content-encoding')).toBe('br');
    expect(file.headers.get('content-type')).toContain('javascript');
    expect(await file.text()).toBe('export {};');
    expect((await server.call('GET', '/assets/main-abc.js.map')).status).toBe(404);
  });

  test.each([
    'bytes=5-1',
    'bytes=99999-',
    'bytes=-0',
    'bytes=',
    'bytes=x-y',
    'bytes=0-1,5-1',
    'bytes=1-0,',
    'lines=5-1',
    'bytes=99999999999999999999-1',
    `bytes=${'0-1,'.repeat(2000)}`,
  ])('[W-035] a file request with the range %j does not fail the server', async (range) => {
    const { status } = await server.call('GET', '/assets/main-abc.js', { headers: { range } });
    expect(status).toBeOneOf([200, 206, 416]);
  });

  test('[W-035] the server refuses a reversed range', async () => {
    const refused = await server.call('GET', '/assets/main-abc.js', { headers: { range: 'bytes=5-1' } });
    expect([refused.status, (await readProblem(refused)).code]).toEqual([416, 'range-not-satisfiable']);
  });

  test('a missing file and an unknown API address do not return the page', async () => {
    const accept = { accept: 'text/html' };
    expect((await server.call('GET', '/assets/gone.js', { headers: accept })).status).toBe(404);
    expect((await server.call('GET', '/api/nowhere', { headers: accept })).status).toBe(404);
  });
});

describe('compression of answers', () => {
  const encodingOf = async (path: string, accepted: string) => {
    const response = await server.call('GET', path, { headers: { 'accept-encoding': accepted } });
    expect(JSON.parse(await response.text())).toBeDefined();
    return response.headers.get('content-encoding');
  };

  test('a long answer is compressed for clients that accept it, a short one is not', async () => {
    expect(await encodingOf('/api/openapi.json', 'gzip, br')).toBe('gzip');
    expect(await encodingOf('/api/openapi.json', 'identity')).toBeNull();
    expect(await encodingOf('/healthz', 'gzip')).toBeNull();
  });
});

describe('operation routes', () => {
  test('health, readiness and metrics answer without a sign-in on this machine', async () => {
    expect(await (await server.call('GET', '/healthz')).json()).toEqual({ status: 'ok' });
    expect(await (await server.call('GET', '/readyz')).json()).toEqual({ status: 'ready' });
    const text = await (await server.call('GET', '/metrics')).text();
    expect(text).toContain('waymark_http_request_seconds_bucket');
    expect(text).toContain('waymark_hub_connections{kind="agm"} 0');
  });

  test('the server describes its API as OpenAPI and as a page', async () => {
    const document = (await (await server.call('GET', '/api/openapi.json')).json()) as {
      paths: Record<string, unknown>;
    };
    expect(Object.keys(document.paths)).toContain('/api/oauth/token');
    const page = await server.call('GET', '/api/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('POST /api/oauth/token');
  });
});
