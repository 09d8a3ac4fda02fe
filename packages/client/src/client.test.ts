import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient, type ClientOptions, type WaymarkClient } from './client.ts';
import { WaymarkError } from './waymark-error.ts';

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
interface Asked {
  readonly line: string;
  readonly token: string | undefined;
  readonly body: string;
}

let close = async () => {};
afterEach(() => close());

async function readAll(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A server that gives these answers in turn, the last one for ever; null is none at all. */
async function serve(
  answers: readonly (Answer | null)[],
  options: Partial<ClientOptions> = {},
): Promise<{ readonly client: WaymarkClient; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = http.createServer((request, response) => {
    void readAll(request).then((body) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push({ line: `${request.method} ${request.url}`, token: request.headers.authorization, body });
      if (!answer) return;
      const { status = 200, headers = { 'content-type': 'application/json' } } = answer;
      response.writeHead(status, headers).end(JSON.stringify(answer.body ?? null));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: createClient({ address, key: 'wmk_example', ...options }), asked };
}

const problem = (status: number, fields: object, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: { status, ...fields },
});

async function failureOf(call: Promise<unknown>): Promise<WaymarkError> {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof WaymarkError)) throw new Error('expected a WaymarkError', { cause: error });
  return error;
}

const tooSoon = problem(429, { code: 'too-many-requests', detail: 'Too many calls.' }, { 'retry-after': '1' });
const order = { uid: 100_101, commandType: 'GpsFix', timeStampSent: '2026-03-18 00:03:59' } as const;

describe('a call of the client', () => {
  it('[W-541] a call names its route, and sends parameters, query, body and key', async () => {
    const { client, asked } = await serve([{ body: {} }]);
    await client.call('GET /apexagm/:uid/device', { params: { uid: 100_101 } });
    await client.call('GET /pigrun', { query: { active: 'true' } });
    await client.call('POST /commands/queue', { body: order });
    expect(asked).toEqual([
      { line: 'GET /api/apexagm/100101/device', token: 'Bearer wmk_example', body: '' },
      { line: 'GET /api/pigrun?active=true', token: 'Bearer wmk_example', body: '' },
      { line: 'POST /api/commands/queue', token: 'Bearer wmk_example', body: JSON.stringify(order) },
    ]);
  });

  it('[W-541] a refusal is an error with code, log id and fields', async () => {
    const errors = [{ path: 'uid', message: 'is not a number' }];
    const { client } = await serve([problem(400, { code: 'invalid', detail: 'Not valid.', logId: 4711, errors })]);
    const failure = await failureOf(client.call('POST /commands/queue', { body: order }));
    expect(failure).toMatchObject({ status: 400, code: 'invalid', message: 'Not valid.', logId: 4711, errors });
  });

  it("a proxy's own page is an error with the status alone", async () => {
    const { client } = await serve([{ status: 502, headers: { 'content-type': 'text/html' }, body: 'Bad gateway' }]);
    const failure = await failureOf(client.call('POST /commands/queue', { body: order }));
    expect(failure).toMatchObject({ status: 502, code: 'http-502', message: 'The server answered 502.' });
  });

  it('[W-541] a call that came too soon waits as long as the server says, and is sent again', async () => {
    const { client, asked } = await serve([tooSoon, { body: { commandId: 5120 } }]);
    const from = Date.now();
    expect(await client.call('POST /commands/queue', { body: order })).toEqual({ commandId: 5120 });
    expect(asked).toHaveLength(2);
    expect(Date.now() - from).toBeGreaterThanOrEqual(990);
  });

  it('a call gives up after its retries, and at once when the pause is long', async () => {
    const often = await serve([tooSoon], { retries: 1 });
    expect((await failureOf(often.client.call('GET /apexagm'))).code).toBe('too-many-requests');
    expect(often.asked).toHaveLength(2);
    await close();
    const long = problem(429, { code: 'too-many-requests', detail: 'Too many calls.' }, { 'retry-after': '3600' });
    const late = await serve([long]);
    expect(await failureOf(late.client.call('GET /apexagm'))).toMatchObject({ retryAfterS: 3600 });
    expect(late.asked).toHaveLength(1);
  });

  it('[W-541] only a call that reads is repeated when the server is not ready', async () => {
    const away = problem(503, { code: 'not-ready', detail: 'Not ready.' }, { 'retry-after': '1' });
    const { client, asked } = await serve([away, { body: [] }, away]);
    expect(await client.call('GET /apexagm')).toEqual([]);
    expect((await failureOf(client.call('POST /commands/queue', { body: order }))).code).toBe('not-ready');
    expect(asked).toHaveLength(3);
  });

  it('a server without an answer, and none at all, have codes', async () => {
    const { client } = await serve([null], { timeoutMs: 50, retries: 0 });
    expect(await failureOf(client.call('GET /apexagm'))).toMatchObject({ status: 0, code: 'timeout' });
    await close();
    expect(await failureOf(client.call('GET /apexagm'))).toMatchObject({ status: 0, code: 'unreachable' });
    close = async () => {};
  });

  it("a caller's own abort is thrown as it is", async () => {
    const { client } = await serve([null]);
    const call = client.call('GET /apexagm', {}, { signal: AbortSignal.timeout(20) });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('a function gives the token of each request', async () => {
    let number = 0;
    const { client, asked } = await serve([tooSoon, { body: [] }], { key: async () => `token-${++number}` });
    await client.call('GET /apexagm');
    expect(asked.map(({ token }) => token)).toEqual(['Bearer token-1', 'Bearer token-2']);
  });
});

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

describe('lists and files', () => {
  it('[W-541] rows of a list come page by page until there are no more', async () => {
    const page = (ids: readonly number[]) => ({ body: { rowsNumber: 3, runList: ids.map((runId) => ({ runId })) } });
    const { client, asked } = await serve([page([1, 2]), page([3])]);
    const rows = await collect(client.rows('GET /pigrun/finished', { query: { search: 'Tulsa' } }));
    expect(rows.map(({ runId }) => runId)).toEqual([1, 2, 3]);
    expect(asked.map(({ line }) => line)).toEqual([
      'GET /api/pigrun/finished?search=Tulsa&page=1&rowsPerPage=500',
      'GET /api/pigrun/finished?search=Tulsa&page=2&rowsPerPage=500',
    ]);
  });

  it('an empty page ends a list whose rows were removed meanwhile', async () => {
    const { client, asked } = await serve([{ body: { rowsNumber: 9, runList: [] } }]);
    expect(await collect(client.rows('GET /pigrun/finished', { query: {} }))).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it('[W-541] a file is open until its body is read', async () => {
    const { client } = await serve([{ headers: { 'content-type': 'text/csv' }, body: 'a;b' }], { timeoutMs: 1000 });
    const file = await client.open('GET /apexagm/:uid/exportHeartbeats', {
      params: { uid: 100_101 },
      query: { columns: 'battery' },
    });
    expect(file.headers.get('content-type')).toBe('text/csv');
    expect(await file.text()).toBe('"a;b"');
  });
});
