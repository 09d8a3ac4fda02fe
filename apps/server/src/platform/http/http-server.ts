import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import type { RouteDefinition } from '@waymark/contract/route';
import fastify, { type FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';
import { TLS_RULES, watchHandshakes, type TlsTrust } from '../tls.ts';
import { createErrorAnswer } from './answer-error.ts';
import { createClientErrorAnswer } from './client-error.ts';
import type { ErrorLog } from './error-log.ts';
import { acceptJsonBodies } from './json-body.ts';
import { createMethodTable } from './method-table.ts';
import { problem } from './problem.ts';
import { addSecurityHeaders, commonHeaders } from './security-headers.ts';
import { serveConsole } from './static-console.ts';

export interface HttpOptions {
  readonly routes: readonly RouteDefinition[];
  readonly errorLog: ErrorLog;
  readonly log: Log;
  readonly consoleFolder: string;
  /** Whether people's browsers come by https, here or at a proxy in front. */
  readonly isHttps: boolean;
  readonly tls?: TlsTrust | undefined;
  readonly trustProxy: string | false;
  /** Requests a minute from one address; 0 switches the limit off. */
  readonly requestsPerMinute: number;
  /** Hosts that the console's map fetches tiles from. */
  readonly tileOrigins?: readonly string[];
}

const BODY_LIMIT = 1024 * 1024;
const REQUEST_MS = 30_000;
const TIMEOUT_CHECK_MS = 5000;
const IDLE_CHECK_MS = 50;
/** Lists of thousands of rows; the files of the console are compressed already when it is built. */
const COMPRESSION = {
  encodings: ['gzip'],
  threshold: 16_384,
  customTypes: /^(?:application\/json|text\/)/,
  zlibOptions: { level: constants.Z_BEST_SPEED },
  globalDecompression: false,
} satisfies FastifyCompressOptions;
const REQUEST_ID = /^[\w.-]{8,64}$/;

/** The bare server: parsing, limits, headers and the one error handler. Routes are added by the wiring. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const answerError = createErrorAnswer(options.errorLog, options.log);
  const common = commonHeaders(options.isHttps);
  const patience = { headersTimeout: REQUEST_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS };
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 65_000,
    ...(options.tls ? { https: { ...options.tls, ...patience, ...TLS_RULES, handshakeTimeout: REQUEST_MS } } : { http: patience }),
    clientErrorHandler: createClientErrorAnswer(options.errorLog, options.log, common),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: options.trustProxy,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 100 },
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    // No hook runs for an address that cannot be read.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers({ ...common, 'x-request-id': request.id })),
  });
  const dropHandshakes = watchHandshakes(app.server);
  if (options.tls) app.addHook('preClose', async () => dropHandshakes());
  app.decorateRequest('actor', null);
  acceptJsonBodies(app);
  addSecurityHeaders(app, common);
  app.setErrorHandler(answerError);

  await app.register(compress, COMPRESSION);
  const sendPage = await serveConsole(app, options.consoleFolder, options.tileOrigins ?? []);
  const methodsOf = createMethodTable(options.routes);
  app.setNotFoundHandler(async (request, reply) => {
    if (sendPage(request, reply)) return reply;
    const methods = methodsOf(request.url.split('?')[0] ?? '/');
    if (methods.length === 0) return answerError(problem('not-found'), request, reply);
    void reply.header('allow', methods.join(', '));
    return answerError(problem('method-not-allowed'), request, reply);
  });

  await app.register(cookie);
  if (options.requestsPerMinute > 0) {
    await app.register(rateLimit, {
      max: options.requestsPerMinute,
      timeWindow: 60_000,
      addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
      errorResponseBuilder: (_request, context) =>
        problem('too-many-requests', { retryAfterS: Math.ceil(context.ttl / 1000) }),
    });
  }
  return app;
}

/** Answers what is under way, takes nothing new, and does not wait for connections that are merely kept open. */
export async function drainHttp(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  try {
    await app.close();
  } finally {
    clearInterval(timer);
  }
}
