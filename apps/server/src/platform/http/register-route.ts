import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { fullPath, type RouteDefinition } from '@waymark/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Actor } from '../access/actor.ts';
import { checkKeyUse } from '../access/key-access.ts';
import type { Call } from './call.ts';
import { acceptFormBodies, checkTexts } from './json-body.ts';
import { problem } from './problem.ts';
import { validationProblem } from './errors/problem-of-error.ts';
import { z } from 'zod';

const SCALARS = ['string', 'number', 'integer', 'boolean'];

/** Writes "scalar or null" as one schema with two types, which the compiled serializer writes several times faster. */
function joinNull(schema: z.core.JSONSchema.BaseSchema): void {
  const { anyOf } = schema;
  const [some, none] = anyOf ?? [];
  if (anyOf?.length !== 2 || typeof some !== 'object' || typeof none !== 'object' || none.type !== 'null') return;
  if (typeof some.type !== 'string' || !SCALARS.includes(some.type)) return;
  delete schema.anyOf;
  Object.assign(schema, some, { type: [some.type, 'null'] }, some.enum && { enum: [...some.enum, null] });
}

/** Writes a tuple as a list of its first element's type: the serializer does not support tuples. */
function loosenTuple(schema: z.core.JSONSchema.BaseSchema): void {
  const [first] = schema.prefixItems ?? [];
  if (first === undefined) return;
  delete schema.prefixItems;
  schema.items = first;
}

/** Builds the schema from which a route's serializer is compiled. */
export function buildReplySchema(reply: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(reply, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      joinNull(jsonSchema);
      loosenTuple(jsonSchema);
    },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    oauthErrors?: boolean;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
}

/** `address` is the network address of the caller. */
export type Authenticate = (token: string, address: string) => Promise<Actor>;

export interface Admission {
  readonly authenticate: Authenticate;
  /** Refuses a user whose identity was not proved lately: every one, or only those with a second factor. */
  readonly checkStepUp: (actor: Actor, of: 'always' | 'second-factor') => Promise<void>;
}

export type AnyHandler = (input: Readonly<Record<string, unknown>>, call: Call) => unknown;

const BEARER = /^Bearer (\S+)$/i;

function toFastifyPath(route: RouteDefinition): string {
  return route.anyParams ? fullPath(route) : fullPath(route).replaceAll(/:(\w+)/g, String.raw`:$1(^\d+$)`);
}

function signalClose(response: ServerResponse): AbortSignal {
  const closing = new AbortController();
  if (response.closed) closing.abort();
  else response.once('close', () => closing.abort());
  return closing.signal;
}

function callOf(request: FastifyRequest, reply: FastifyReply, checkStepUp: () => Promise<void>): Call {
  return {
    actor: request.actor,
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: request.headers.origin,
    // As the browser sent it: a proxy must not override it.
    host: request.headers.host ?? '',
    cookies: request.cookies,
    authorization: request.headers.authorization,
    get closed() {
      return signalClose(reply.raw);
    },
    readHeader: (name) => request.headers[name]?.toString(),
    checkStepUp,
    setCookie: (name: string, value: string, options: CookieSerializeOptions) =>
      void reply.setCookie(name, value, options),
    setHeader: (name, value) => void reply.header(name, value),
    answerPart: ({ from, to }, bytes) => void reply.code(206).header('content-range', `bytes ${from}-${to}/${bytes}`),
  };
}

function parsePart(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationProblem(parsed.error);
  return parsed.data;
}

function readInput(route: RouteDefinition, request: FastifyRequest): Readonly<Record<string, unknown>> {
  const input = {
    ...(route.params && { params: parsePart(route.params, request.params) }),
    ...(route.query && { query: parsePart(route.query, request.query) }),
    ...(route.body && { body: parsePart(route.body, request.body) }),
  };
  if (route.anyTexts !== true) checkTexts(request.body);
  return input;
}

function guard(route: RouteDefinition, { authenticate }: Admission) {
  return async (request: FastifyRequest): Promise<void> => {
    if (route.access === 'public') return;
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw problem('unauthenticated');
    const actor = await authenticate(token, request.ip);
    request.actor = actor;
    if (actor.mustSetUpFactor && !route.duringSetUp) throw problem('second-factor-required');
    if (!route.access.includes(actor.role)) throw problem('forbidden');
    checkKeyUse(actor, route.key);
  };
}

/** The check that a handler calls itself; any other route is checked before its handler. */
async function stepUpOf(
  { stepUp }: RouteDefinition,
  { checkStepUp }: Admission,
  { actor }: FastifyRequest,
  input: Readonly<Record<string, unknown>>,
): Promise<() => Promise<void>> {
  const check = async (of: 'always' | 'second-factor') => {
    if (actor) await checkStepUp(actor, of);
  };
  if (typeof stepUp === 'function') {
    if (stepUp(input)) await check('always');
  } else if (stepUp !== undefined && stepUp !== 'by-handler') await check(stepUp);
  return () => check('always');
}

function isInParts(value: unknown): value is AsyncIterable<string | Uint8Array> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

type WriteReply = (value: unknown) => string;

const writers = new WeakMap<RouteDefinition, WriteReply>();

/** Compiled for the first reply: compiling those of all routes took half of the processor time of a start. */
function writerOf(route: RouteDefinition, reply: FastifyReply): WriteReply {
  const known = writers.get(route);
  if (known) return known;
  const schema = buildReplySchema(route.reply);
  const isObject = ['object', 'array'].includes(String(schema.type));
  // The compiled serializer writes scalars without JSON quotes.
  const write = isObject ? reply.compileSerializationSchema(schema) : JSON.stringify;
  writers.set(route, write);
  return write;
}

function addRoute(app: FastifyInstance, route: RouteDefinition, options: RouteOptions): void {
  if (route.bodyAs === undefined) return void app.route(options);
  void app.register((part, _options, done) => {
    acceptFormBodies(part);
    part.route(options);
    done();
  });
}

/**
 * Binds a contract route to its handler: checks access, parses the input, runs the handler, writes the reply by its
 * schema.
 */
export function registerRoute(
  app: FastifyInstance,
  route: RouteDefinition,
  handler: AnyHandler,
  admission: Admission,
): void {
  const status = route.status ?? 200;
  const media = route.media ?? 'application/json';
  addRoute(app, route, {
    method: route.method,
    url: toFastifyPath(route),
    ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
    // Machines poll probes, metrics and keys; a busy address must not delay them.
    config: { oauthErrors: route.oauthErrors === true, budget: route.atRoot ? 'probes' : 'calls' },
    onRequest: guard(route, admission),
    handler: async (request, reply) => {
      const input = readInput(route, request);
      const checkStepUp = await stepUpOf(route, admission, request, input);
      const value = await handler(input, callOf(request, reply, checkStepUp));
      if (!reply.hasHeader('content-range')) void reply.code(status);
      if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
      if (value === undefined) return reply.send();
      void reply.type(media === 'application/octet-stream' ? media : `${media}; charset=utf-8`);
      if (media === 'application/json') return reply.send(writerOf(route, reply)(value));
      // Parts are read as fast as the caller takes them, and no longer after they disconnect.
      if (isInParts(value)) return reply.send(Readable.from(value, { objectMode: false }));
      return reply.send(
        value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
      );
    },
  });
}
