import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cookie from '@fastify/cookie';
import { fullPath, type RouteDefinition } from '@waymark/contract/route';
import fastify, { type FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';
import { TLS_RULES, watchHandshakes, type TlsTrust } from '../tls.ts';
import { createErrorAnswer } from './errors/answer-error.ts';
import type { ErrorLog } from './errors/error-log.ts';
import { acceptJsonBodies } from './json-body.ts';
import type { HostCheck } from './own-host.ts';
import { problem } from './problem.ts';
import { limitPipelines } from './limits/pipelines.ts';
import type { Refusals } from './limits/refusals.ts';
import { RequestGate } from './limits/request-gate.ts';
import { addSecurityHeaders, commonHeaders } from './security-headers.ts';
import { serveConsole } from './static-console.ts';
import { WaitingConnections } from './limits/waiting-connections.ts';
import type { Socket } from 'node:net';
import { problems, type ProblemCode } from '@waymark/contract/problems/index';

const CODE_OF_PARSER_ERROR: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'address-too-long',
};
const REASON: Readonly<Record<number, string>> = { 400: 'Bad Request', 408: 'Request Timeout', 414: 'URI Too Long' };

interface ClientErrorParts {
  readonly errorLog: ErrorLog;
  readonly refusals: Refusals;
  /** Counts the request toward the limit of its address. */
  readonly isTooMany: (address: string) => boolean;
}

/**
 * Answers bytes that never became a request (no HTTP, an incomplete request, a head that is too long), with a log id.
 */
function createClientErrorAnswer(parts: ClientErrorParts, headers: Readonly<Record<string, string>>) {
  const common = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return function answerClientError(error: Error & { code?: string }, socket: Socket): void {
    // No plain answer is possible before the end of a TLS handshake.
    const isOfTls = /^ERR_(?:TLS|SSL)_/.test(error.code ?? '');
    if (isOfTls || error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    if (parts.isTooMany(socket.remoteAddress ?? '')) return void socket.destroy();
    const code = CODE_OF_PARSER_ERROR[error.code ?? ''] ?? 'bad-request';
    const { status } = problems[code];
    void parts.errorLog.issueId().then((logId) => {
      parts.refusals.count({ logId, code, status });
      const body = String(logId);
      socket.end(
        `HTTP/1.1 ${status} ${REASON[status] ?? ''}\r\n${common}content-type: text/plain; charset=utf-8\r\nx-log-id: ${body}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
    });
  };
}

/** Lists the methods of an address, to distinguish a wrong method (405) from an unknown address (404). */
function createMethodTable(routes: readonly RouteDefinition[]): (path: string) => string[] {
  const patterns = routes.map((route) => ({
    method: route.method,
    pattern: new RegExp(
      `^${fullPath(route)
        .replaceAll('.', String.raw`\.`)
        .replaceAll(/:\w+/g, String.raw`\d+`)}/?$`,
      'i',
    ),
  }));
  return (path) => patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

export interface HttpOptions {
  readonly routes: readonly RouteDefinition[];
  readonly errorLog: ErrorLog;
  readonly refusals: Refusals;
  readonly log: Log;
  readonly consoleFolder: string;
  /** Whether browsers connect by https, here or at a proxy in front. */
  readonly isHttps: boolean;
  readonly tls?: TlsTrust | undefined;
  readonly trustProxy: string | false;
  readonly isOwnHost: HostCheck;
  /** The path of upgrades to WebSocket. */
  readonly hubPath: string;
  /** Requests per minute and address; 0 disables the limit. */
  readonly requestsPerMinute: number;
  /** Hosts that the console's map fetches tiles from. */
  readonly tileOrigins?: readonly string[];
  /** Origins of pages that may embed a shared run. */
  readonly embedOrigins?: readonly string[];
}

const BODY_LIMIT = 1024 * 1024;
const REQUEST_MS = 30_000;
const TIMEOUT_CHECK_MS = 5000;
const IDLE_CHECK_MS = 50;
/** A stopping server waits this long for the rest of a request. */
const INCOMPLETE_MS = 5000;
/** For lists of thousands of rows; the console's files are compressed when it is built. */
const COMPRESSION = {
  encodings: ['gzip'],
  threshold: 16_384,
  customTypes: /^(?:application\/json|text\/)/,
  zlibOptions: { level: constants.Z_BEST_SPEED },
  globalDecompression: false,
} satisfies FastifyCompressOptions;
const REQUEST_ID = /^[\w.-]{8,64}$/;

/** Creates the server with parsing, limits, headers and the single error handler. The wiring adds routes. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const answerError = createErrorAnswer(options);
  const gate = new RequestGate(options);
  const common = commonHeaders(options.isHttps);
  const app = createApp(options, gate, common, answerError);
  limitPipelines(app.server);
  // Node would answer an unknown Expect header itself, past the gate and its count; a server may ignore it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const dropHandshakes = watchHandshakes(app.server);
  const connections = new WaitingConnections(app.server, options.tls ? 'secureConnection' : 'connection');
  app.addHook('preClose', async () => {
    if (options.tls) dropHandshakes();
    connections.dropUnused();
    setTimeout(() => connections.dropIncomplete(), INCOMPLETE_MS).unref();
  });
  app.decorateRequest('actor', null);
  acceptJsonBodies(app);
  addSecurityHeaders(app, common);
  gate.guard(app);
  app.setErrorHandler(answerError);

  await app.register(compress, COMPRESSION);
  const sendPage = await serveConsole(app, options.consoleFolder, {
    tileOrigins: options.tileOrigins ?? [],
    embedOrigins: options.embedOrigins ?? [],
  });
  const methodsOf = createMethodTable(options.routes);
  app.setNotFoundHandler(async (request, reply) => {
    if (sendPage(request, reply)) return reply;
    const methods = methodsOf(request.url.split('?')[0] ?? '/');
    if (methods.length === 0) return answerError(problem('not-found'), request, reply);
    void reply.header('allow', methods.join(', '));
    return answerError(problem('method-not-allowed'), request, reply);
  });

  await app.register(cookie);
  return app;
}

function createApp(
  options: HttpOptions,
  gate: RequestGate,
  common: ReturnType<typeof commonHeaders>,
  answerError: ReturnType<typeof createErrorAnswer>,
): FastifyInstance {
  const { errorLog, refusals } = options;
  const manner = {
    headersTimeout: REQUEST_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    // The gate refuses a missing Host header itself, with the headers and log id of every other refusal.
    requireHostHeader: false,
    shouldUpgradeCallback: (request: IncomingMessage) => gate.admitsUpgrade(request),
  };
  return fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 65_000,
    ...(options.tls
      ? { https: { ...options.tls, ...manner, ...TLS_RULES, handshakeTimeout: REQUEST_MS } }
      : { http: manner }),
    clientErrorHandler: createClientErrorAnswer(
      { errorLog, refusals, isTooMany: (address) => gate.count(address) !== undefined },
      common,
    ),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: options.trustProxy,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 100 },
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    // No hook runs for an invalid URL, and `request.ip` is the address of a proxy there.
    frameworkErrors: (error, request, reply) =>
      void answerError(
        gate.countUnrouted(request.raw) ?? error,
        request,
        reply.headers({ ...common, 'x-request-id': request.id }),
      ),
  });
}

/**
 * Attaches another listener to the server, such as Socket.IO, for upgrades only: ordinary requests to its path stay
 * with the gate and its limits.
 */
export function attachForUpgrades<Attached>(app: FastifyInstance, attach: () => Attached): Attached {
  const own = app.server.listeners('request') as RequestListener[];
  const attached = attach();
  app.server.removeAllListeners('request');
  for (const listener of own) app.server.on('request', listener);
  return attached;
}

/** Answers running requests, accepts no new ones, and does not wait for idle keep-alive connections. */
export async function drainHttp(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  try {
    await app.close();
  } finally {
    clearInterval(timer);
  }
}
