import { defineRoute } from '@waymark/contract/route';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { acceptJsonBodies, parseForm } from './json-body.ts';
import { registerRoute } from './register-route.ts';

const route = {
  method: 'POST',
  summary: 'Says what it was given.',
  access: 'public',
  anyParams: true,
  params: z.object({ name: z.string() }),
  body: z.record(z.string(), z.unknown()),
  reply: z.record(z.string(), z.unknown()),
  example: { params: { name: 'x' }, body: {}, reply: {} },
} as const;
const withForm = defineRoute({ ...route, path: '/form/:name', bodyAs: 'form-or-json' });
const anyTexts = defineRoute({ ...route, path: '/texts/:name', anyTexts: true });
const jsonOnly = defineRoute({ ...route, path: '/json/:name' });
const { anyParams: _anyParams, ...plain } = route;
const digitsOnly = defineRoute({ ...plain, path: '/digits/:name' });

const refuse = () => Promise.reject(new Error('public'));

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

async function call(path: string, type: string, payload: string | Buffer) {
  app = fastify();
  acceptJsonBodies(app);
  for (const each of [withForm, jsonOnly, anyTexts, digitsOnly]) {
    registerRoute(app, each, ({ params, body }) => ({ params, body }), { authenticate: refuse, checkStepUp: refuse });
  }
  return app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload });
}

const FORM = 'application/x-www-form-urlencoded';

test('a form route accepts forms and JSON', async () => {
  const asForm = await call('/api/form/Two%20words', `${FORM}; charset=utf-8`, 'a=1&b=%C3%A4+%26&a=2&c');
  expect(asForm.json()).toEqual({ params: { name: 'Two words' }, body: { a: '2', b: 'ä &', c: '' } });
  const asJson = await call('/api/form/x', 'application/json', '{"a":1}');
  expect(asJson.json()).toEqual({ params: { name: 'x' }, body: { a: 1 } });
});

test.each([Buffer.from([0x61, 0x3d, 0xff]), 'a=%ff', 'a=%', 'a=%c0%af'])(
  '[W-034] a form that is not UTF-8 is refused as malformed: %s',
  async (payload) => {
    expect((await call('/api/form/x', FORM, payload)).statusCode).toBe(400);
  },
);

test('other routes accept JSON only', async () => {
  expect((await call('/api/json/x', FORM, 'a=1')).statusCode).toBe(415);
  expect((await call('/api/json/x', 'application/json', '{"a":1}')).statusCode).toBe(200);
});

test('a parameter may be any text only where the route declares that', async () => {
  expect((await call('/api/digits/x', 'application/json', '{}')).statusCode).toBe(404);
  expect((await call('/api/digits/12', 'application/json', '{}')).statusCode).toBe(200);
});

test('__proto__ in a form does not reach the prototype', () => {
  const fields = parseForm('__proto__=x&__proto__[a]=y&b=1');
  expect([Object.getPrototypeOf(fields), Object.keys(fields)]).toEqual([Object.prototype, ['__proto__[a]', 'b']]);
});

test.each([
  ['application/json', String.raw`{"a":"\u0000"}`],
  ['application/json', String.raw`{"a":[{"b":"x\uD800y"}]}`],
  ['application/json', String.raw`{"\uDC00":1}`],
  [FORM, 'a=%00'],
])(
  '[W-050] the parser refuses a body of %s with a zero character or half of a surrogate pair: %s',
  async (type, body) => {
    expect((await call('/api/form/x', type, body)).statusCode).toBe(400);
  },
);

test('the parser leaves such a body to a route that checks texts itself', async () => {
  expect((await call('/api/texts/x', 'application/json', String.raw`{"a":"\u0000"}`)).statusCode).toBe(200);
});

test('the parser accepts a body with an escaped emoji or backslash', async () => {
  const body = String.raw`{"a":"\uD83D\uDE80","b":"\\u0000"}`;
  expect((await call('/api/json/x', 'application/json', body)).json()).toMatchObject({
    body: { a: '🚀', b: String.raw`\u0000` },
  });
});
