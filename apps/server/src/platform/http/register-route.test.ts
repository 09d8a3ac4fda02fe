import { listRoutes } from '@waymark/contract/routes/index';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildReplySchema } from './register-route.ts';

test('the serializer writes null and values of nullable fields unchanged', async () => {
  const reply = z.object({
    text: z.string().nullable(),
    count: z.int().nullable(),
    flag: z.literal([0, 1]).nullable(),
    isIt: z.boolean().nullable(),
    part: z.object({ deep: z.number().nullable() }).nullable(),
    list: z.array(z.int()).nullable(),
    line: z.array(z.tuple([z.number(), z.number()])).nullable(),
  });
  const app = fastify();
  const values = [
    {
      text: 'a',
      count: 1,
      flag: 0,
      isIt: true,
      part: { deep: 1.5 },
      list: [1],
      line: [
        [1, 2.5],
        [-3, 4],
      ],
    },
    { text: null, count: null, flag: null, isIt: null, part: { deep: null }, list: null, line: null },
    { text: 'null', count: 0, flag: 1, isIt: false, part: null, list: [], line: [] },
  ];
  app.get('/', { schema: { response: { 200: buildReplySchema(z.array(reply)) } } }, () => values);
  expect((await app.inject('/')).json()).toEqual(values);
});

test('buildReplySchema writes a nullable scalar as one schema with two types', () => {
  expect(buildReplySchema(z.object({ count: z.int().nullable() }))).toMatchObject({
    properties: { count: { type: ['integer', 'null'] } },
  });
});

test('the serializer of every route can be compiled, which the server does only for its first reply', async () => {
  const app = fastify();
  app.get('/', (_request, reply) =>
    listRoutes().map(({ reply: schema }) => typeof reply.compileSerializationSchema(buildReplySchema(schema))),
  );
  const compiled = (await app.inject('/')).json<string[]>();
  expect(compiled.length).toBeGreaterThan(100);
  expect(new Set(compiled)).toEqual(new Set(['function']));
});
