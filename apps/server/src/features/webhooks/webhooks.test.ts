import { PROBLEM_MEDIA_TYPE } from '@waymark/contract/problem-body';
import { webhooksRoutes } from '@waymark/contract/routes/webhooks';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest';
import { createErrorAnswer } from '../../platform/http/errors/answer-error.ts';
import type { ErrorEntry, ErrorLog } from '../../platform/http/errors/error-log.ts';
import { acceptJsonBodies } from '../../platform/http/json-body.ts';
import type { Refusals } from '../../platform/http/limits/refusals.ts';
import { registerRoute, type AnyHandler } from '../../platform/http/register-route.ts';
import { createLog } from '../../platform/log.ts';
import { createWebhookHandlers, type WebhookParts } from './webhooks.routes.ts';

const SECRET = 'q3hX0mC2vG6kq0sKcE1dUQ';
const ROCKBLOCK = webhooksRoutes.takeRockblockMessage.example.body;
const CLOUDLOOP = webhooksRoutes.takeCloudloopMessage.example.body;

type Delivery = Parameters<WebhookParts['take']>[0];

let http: FastifyInstance;
let address: string;
let deliveries: Delivery[] = [];
let logged: Pick<ErrorEntry, 'status' | 'route'>[] = [];
let answer: () => ReturnType<WebhookParts['take']>;

beforeAll(async () => {
  const log = createLog('silent');
  const errorLog = {
    record: (entry: ErrorEntry) => Promise.resolve(logged.push(entry)),
    issueId: () => Promise.resolve(1),
  } as unknown as ErrorLog;
  const refusals = { count: (refusal: ErrorEntry) => void logged.push(refusal) } as unknown as Refusals;
  http = fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 100 } });
  acceptJsonBodies(http);
  http.setErrorHandler(createErrorAnswer({ errorLog, refusals, log }));
  const take = (delivery: Delivery) => {
    deliveries.push(delivery);
    return answer();
  };
  const limitsMs = { rockblock: 50, cloudloop: 50 };
  const handlers = createWebhookHandlers({ secrets: { rockblock: SECRET, cloudloop: undefined }, take, log, limitsMs });
  const other = createWebhookHandlers({ secrets: { rockblock: undefined, cloudloop: SECRET }, take, log });
  const refuse = () => Promise.reject(new Error('these routes are public'));
  const nobody = { authenticate: refuse, checkStepUp: refuse };
  registerRoute(http, webhooksRoutes.takeRockblockMessage, handlers.takeRockblockMessage as AnyHandler, nobody);
  registerRoute(http, webhooksRoutes.takeCloudloopMessage, other.takeCloudloopMessage as AnyHandler, nobody);
  registerRoute(
    http,
    { ...webhooksRoutes.takeCloudloopMessage, path: '/off/:secret' },
    handlers.takeCloudloopMessage as AnyHandler,
    nobody,
  );
  address = `${await http.listen({ port: 0, host: '127.0.0.1' })}/api`;
});
beforeEach(() => {
  [deliveries, logged] = [[], []];
  answer = () => Promise.resolve('accepted');
});
afterAll(() => http.close());

function post(path: string, body: object | URLSearchParams | string): Promise<Response> {
  const isJson = !(body instanceof URLSearchParams) && typeof body !== 'string';
  return fetch(address + path, {
    method: 'POST',
    headers: { accept: PROBLEM_MEDIA_TYPE, ...(isJson && { 'content-type': 'application/json' }) },
    body: isJson ? JSON.stringify(body) : body,
  });
}

const form = new URLSearchParams(
  Object.fromEntries(Object.entries(ROCKBLOCK).map(([name, value]) => [name, String(value)])),
);

test('RockBLOCK may post a form or JSON, and gets an empty 200', async () => {
  for (const body of [form, ROCKBLOCK]) {
    const response = await post(`/webhooks/rockblock/${SECRET}`, body);
    expect([response.status, await response.text()]).toEqual([200, '']);
  }
  expect(deliveries).toEqual([
    { provider: 'rockblock', body: Object.fromEntries(form), sender: '127.0.0.1' },
    { provider: 'rockblock', body: ROCKBLOCK, sender: '127.0.0.1' },
  ]);
});

test('Cloudloop posts JSON; a form is refused', async () => {
  expect((await post(`/webhooks/cloudloop/${SECRET}`, CLOUDLOOP)).status).toBe(200);
  expect(deliveries).toEqual([{ provider: 'cloudloop', body: CLOUDLOOP, sender: '127.0.0.1' }]);
  expect((await post(`/webhooks/cloudloop/${SECRET}`, form)).status).toBe(415);
});

test('a wrong secret gets 404, as when no secret is set', async () => {
  for (const secret of ['wrong', SECRET.toLowerCase(), `${SECRET}x`, '%00', 'x'.repeat(100)]) {
    expect((await post(`/webhooks/rockblock/${secret}`, ROCKBLOCK)).status).toBe(404);
  }
  expect((await post(`/off/${SECRET}`, CLOUDLOOP)).status).toBe(404);
  expect((await post('/webhooks/rockblock/', ROCKBLOCK)).status).toBe(404);
  expect(deliveries).toEqual([]);
});

test('the request log never contains the secret', async () => {
  answer = () => Promise.reject(new Error('no database'));
  await post(`/webhooks/rockblock/${SECRET}`, ROCKBLOCK);
  await post(`/webhooks/rockblock/${SECRET}`, 'neither form nor JSON');
  expect(logged.map(({ status, route }) => [status, route])).toEqual([
    [503, 'POST /api/webhooks/rockblock/:secret'],
    [415, 'POST /api/webhooks/rockblock/:secret'],
  ]);
  expect(JSON.stringify(logged)).not.toContain(SECRET);
});

test('a delivery that is not stored in time gets 503, so that the provider retries', async () => {
  answer = () => Promise.reject(new Error('no database'));
  expect((await post(`/webhooks/rockblock/${SECRET}`, form)).status).toBe(503);
  const late = Promise.withResolvers<'accepted'>();
  answer = () => late.promise;
  expect((await post(`/webhooks/rockblock/${SECRET}`, form)).status).toBe(503);
  late.reject(new Error('no database, later'));
  answer = () => Promise.resolve('accepted');
  expect((await post(`/webhooks/rockblock/${SECRET}`, form)).status).toBe(200);
});

test('a forged message is refused', async () => {
  answer = () => Promise.resolve('forged');
  expect((await post(`/webhooks/rockblock/${SECRET}`, form)).status).toBe(403);
});

test.each([
  ['more than 32 kB', { data: 'a'.repeat(33_000) }, 413],
  ['a list', [1, 2], 400],
])('a body of %s is refused before it is handled', async (_, body, status) => {
  expect((await post(`/webhooks/rockblock/${SECRET}`, body)).status).toBe(status);
  expect(deliveries).toEqual([]);
});
