import { toPath } from '@waymark/client/to-path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';

const withoutToken = { token: null };

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

function answer(body: unknown, { status = 200, headers = {} }: Answer = {}, type = 'application/json; charset=utf-8') {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(
    async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': type, ...headers } }),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError', { cause: error });
  return error;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the address of a call', () => {
  it('[A-046] the address of a call is always on the host that served the page', () => {
    expect(toPath('/admin/group', {})).toBe('/api/admin/group');
    expect(toPath('//elsewhere.example/x', {})).toBe('/api//elsewhere.example/x');
  });

  it('the address of a call contains the given parameters and leaves out absent ones', () => {
    expect(
      toPath('/admin/user/:groupId', { params: { groupId: 3 }, query: { page: 1, sortBy: undefined, q: 'a b&c' } }),
    ).toBe('/api/admin/user/3?page=1&q=a+b%26c');
  });

  it('a parameter cannot change other parts of the address', () => {
    expect(toPath('/x/:name', { params: { name: '../admin?y=1' } })).toBe('/api/x/..%2Fadmin%3Fy%3D1');
  });
});

describe('a call', () => {
  it('a call asks for failures as problems and sends its body as JSON', async () => {
    const fetched = answer({});
    await send('POST /session', { body: { a: 1 } }, withoutToken);
    const [url, init] = fetched.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect([url, init?.method, init?.body]).toEqual(['/api/session', 'POST', '{"a":1}']);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('accept')).toContain('application/problem+json');
    expect(headers.has('authorization')).toBe(false);
  });

  it('a call returns the response, also a bare value', async () => {
    answer('2026-03-18 00:06:51.204118');
    expect(await send('GET /getdatabaseserverutcdate', {}, withoutToken)).toBe('2026-03-18 00:06:51.204118');
  });

  it('a server that cannot be reached is an ApiError without a status', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(send('GET /user', {}, withoutToken))).toMatchObject({ status: 0, code: 'unreachable' });
  });

  it("a call passes on the caller's own abort", async () => {
    const leaving = new AbortController();
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      leaving.abort();
      return Promise.reject(signal?.reason as Error);
    });
    await expect(send('GET /user', {}, { token: null, signal: leaving.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('a refusal', () => {
  const problem = {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code: 'conflict',
    detail: 'It is taken.',
    logId: 4711,
  };

  it('a refusal has status, code, detail and log id', async () => {
    answer(problem, { status: 409, headers: { 'x-log-id': '4711' } }, 'application/problem+json');
    const error = await failureOf(send('POST /user', {}, withoutToken));
    expect(error).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: 'It is taken.',
      message: 'It is taken.',
      logId: 4711,
      errors: [],
    });
  });

  it('a refusal names the invalid fields, and how long to wait', async () => {
    const errors = [{ path: 'phone', message: 'too long' }];
    answer({ ...problem, errors }, { status: 429, headers: { 'retry-after': '12' } }, 'application/problem+json');
    expect(await failureOf(send('POST /user', {}, withoutToken))).toMatchObject({ errors, retryAfterS: 12 });
  });

  it("a refusal uses the identity provider's own description", async () => {
    answer(
      { ...problem, error: 'invalid_grant', error_description: 'Wrong email or password.' },
      { status: 403 },
      'application/problem+json',
    );
    expect((await failureOf(send('POST /oauth/token', {}, withoutToken))).detail).toBe('Wrong email or password.');
  });

  it('[E-007] the log id of a refusal is read from a plain text body, without the header', async () => {
    answer(4711, { status: 500 }, 'text/plain; charset=utf-8');
    expect(await failureOf(send('GET /user', {}, withoutToken))).toMatchObject({
      status: 500,
      code: 'http-500',
      logId: 4711,
    });
  });

  it('a plain text body that is not a number gives no log id', async () => {
    answer('upstream timed out', { status: 504 }, 'text/plain');
    expect((await failureOf(send('GET /user', {}, withoutToken))).logId).toBeUndefined();
  });

  it('a refusal of a proxy does not contain the text of its page', async () => {
    answer('<html>Bad gateway', { status: 502 }, 'text/html');
    const error = await failureOf(send('GET /user', {}, withoutToken));
    expect([error.detail, error.logId]).toEqual(['The server answered 502.', undefined]);
  });
});
