import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineRoute } from '@waymark/contract/route';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { registerRoute } from './register-route.ts';

const PART = 'x'.repeat(10_000);
/** Less than the buffers of kernel and streams can hold, and far less than an endless file would fill. */
const MOST_AHEAD = 3000;

const route = defineRoute({
  method: 'GET',
  path: '/file',
  summary: 'A file.',
  access: 'public',
  media: 'text/csv',
  reply: z.string(),
  example: { reply: '' },
});

let app: FastifyInstance;
let written: number;
let ended: PromiseWithResolvers<void>;
let end: number;

async function* writeParts(): AsyncGenerator<string> {
  try {
    while (written < end) {
      written += 1;
      yield PART;
      await new Promise(setImmediate);
    }
    if (end === 3) throw new Error('the database is away');
  } finally {
    ended.resolve();
  }
}

beforeEach(async () => {
  written = 0;
  end = Number.POSITIVE_INFINITY;
  ended = Promise.withResolvers();
  app = fastify();
  await app.register(compress, { encodings: ['gzip'], threshold: 1024, customTypes: /^text\// });
  const refuse = () => Promise.reject(new Error('public'));
  registerRoute(app, route, writeParts, { authenticate: refuse, checkStepUp: refuse });
  await app.listen();
});
afterEach(() => app.close());

async function open(encoding: string): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo;
  const call = request({ port, path: '/api/file', headers: { 'accept-encoding': encoding } }).end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return answer;
}

describe('a file that is answered in parts', () => {
  test('a file in parts arrives complete, with its type', async () => {
    end = 5;
    const answer = await open('identity');
    const chunks = await answer.toArray();
    expect(Buffer.concat(chunks as Buffer[]).toString()).toBe(PART.repeat(5));
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  });

  test.each(['identity', 'gzip'])(
    'the server stops writing a file (%s) when its caller disconnects',
    async (encoding) => {
      const answer = await open(encoding);
      await once(answer, 'data');
      answer.destroy();
      await ended.promise;
      expect(answer.headers['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : undefined);
    },
  );

  test('the server writes a file only as fast as its caller reads it', async () => {
    const answer = await open('identity');
    let taken = 0;
    for await (const chunk of answer) {
      taken += (chunk as Buffer).length / PART.length;
      // The writer gets many turns between two chunks.
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
      expect(written - taken).toBeLessThan(MOST_AHEAD);
      if (written > MOST_AHEAD) break;
    }
    await ended.promise;
  });

  test('a file that fails half-way is aborted, so that its caller cannot mistake it for complete', async () => {
    end = 3;
    const answer = await open('identity');
    await expect(answer.toArray()).rejects.toThrow('aborted');
  });
});
