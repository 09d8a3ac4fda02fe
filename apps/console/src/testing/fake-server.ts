import { PROBLEM_MEDIA_TYPE, type ProblemBody } from '@waymark/contract/problem-body';
import { problems, type ProblemCode } from '@waymark/contract/problems/index';
import type { RouteDefinition, RouteInput } from '@waymark/contract/route';
import { listRoutes } from '@waymark/contract/routes/index';
import type { ApiAddress, ReplyAt, RouteAt } from '#/api/address.ts';

// Replaces the server by replacing `fetch`; the console's own client is real. Calls and replies are checked against the
// contract, so a test can neither send nor accept what the real server would not.

type ReplyTo<A extends ApiAddress> = ReplyAt<A> | ((call: RouteInput<RouteAt<A>>) => ReplyAt<A> | Promise<ReplyAt<A>>);
type Refusal = Partial<Pick<ProblemBody, 'detail' | 'errors' | 'current' | 'logId' | 'mfa_token' | 'mfa_methods'>> & {
  readonly retryAfterS?: number;
};

interface Call {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}
type Handler = (call: Call) => Promise<Response>;

const routes = new Map(
  listRoutes()
    .filter(({ atRoot }) => atRoot !== true)
    .map((route) => [`${route.method} ${route.path}`, { route, pattern: toPattern(route) }]),
);
const handlers = new Map<string, Handler>();
const files = new Map<string, unknown>();
const received = new Map<string, Call[]>();
const faults: string[] = [];
const underway = new Set<Call>();

export const LOG_ID = 4711;

function toPattern({ path, anyParams }: RouteDefinition): RegExp {
  const value = anyParams === true ? '([^/]+)' : String.raw`(-?\d+)`;
  return new RegExp(`^/api${path.replaceAll(/:[A-Za-z]\w*/g, value)}$`);
}

function routeOf(address: string): RouteDefinition {
  const known = routes.get(address);
  if (!known) throw new Error(`the contract has no ${address}`);
  return known.route;
}

function makeReply(address: string, reply: unknown): Response {
  const { reply: schema, status = 200, media = 'application/json' } = routeOf(address);
  const result = schema.safeParse(reply);
  if (!result.success) throw new Error(`the test answers ${address} against the contract: ${result.error.message}`);
  if (reply === undefined) return new Response(null, { status });
  const text = typeof reply === 'string' && media !== 'application/json' ? reply : JSON.stringify(reply);
  return new Response(text, { status, headers: { 'content-type': media } });
}

function makeRefusal(code: ProblemCode, { retryAfterS, ...said }: Refusal): Response {
  const { status, title } = problems[code];
  const body: ProblemBody = { type: `about:blank#${code}`, title, status, detail: title, code, logId: LOG_ID, ...said };
  const headers = new Headers({ 'content-type': PROBLEM_MEDIA_TYPE, 'x-log-id': String(body.logId) });
  if (retryAfterS !== undefined) headers.set('retry-after', String(retryAfterS));
  return new Response(JSON.stringify(body), { status, headers });
}

/** Answers every call of this route until another answer is set; a function gets the parsed call. */
export function answer<A extends ApiAddress>(address: A, reply: ReplyTo<A>): void {
  if (typeof reply !== 'function') makeReply(address, reply);
  handlers.set(address, async (call) => {
    const body: unknown = typeof reply === 'function' ? await (reply as (call: Call) => unknown)(call) : reply;
    return makeReply(address, body);
  });
}

/** Answers the next call of this route only when the test says so. */
export function holdAnswer<A extends ApiAddress>(address: A) {
  const { promise, resolve } = Promise.withResolvers<Response>();
  handlers.set(address, () => promise);
  return {
    answer: (reply: ReplyAt<A>) => resolve(makeReply(address, reply)),
    refuse: (code: ProblemCode, refusal: Refusal = {}) => resolve(makeRefusal(code, refusal)),
  };
}

/** Refuses every call of this route with a problem of the contract. */
export function refuse(address: ApiAddress, code: ProblemCode, refusal: Refusal = {}): void {
  handlers.set(address, () => Promise.resolve(makeRefusal(code, refusal)));
}

/** Serves a JSON file beside the API, such as the release notes. */
export function answerFile(path: `/${string}.json`, content: unknown): void {
  files.set(path, content);
}

/** Calls of this route reach no server. */
export function loseConnection(address: ApiAddress): void {
  handlers.set(address, () => Promise.reject(new TypeError('Failed to fetch')));
}

/** The calls of this route so far, as the server parses them. */
export function callsOf<A extends ApiAddress>(address: A): readonly RouteInput<RouteAt<A>>[] {
  return (received.get(address) ?? []) as readonly RouteInput<RouteAt<A>>[];
}

function readParams(route: RouteDefinition, values: readonly string[]): Record<string, string> {
  const names = [...route.path.matchAll(/:([A-Za-z]\w*)/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
}

function readCall(address: string, sent: Required<Call>): Call {
  const route = routeOf(address);
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    if (!schema) return [];
    const result = schema.safeParse(sent[part]);
    if (!result.success) faults.push(`${address} was called with a wrong ${part}: ${result.error.message}`);
    return [[part, result.data] as const];
  });
  return Object.fromEntries(parts);
}

function readBody(body: BodyInit | null | undefined): unknown {
  return typeof body === 'string' ? JSON.parse(body) : undefined;
}

async function serve(input: string, init: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(input, location.origin);
  const method = init.method ?? 'GET';
  const found = [...routes].filter(([, { route, pattern }]) => route.method === method && pattern.test(pathname));
  // A route with a fixed segment takes precedence over one with a parameter there.
  const [address, { route, pattern }] = found.toSorted(
    ([, a], [, b]) => countParams(a.route) - countParams(b.route),
  )[0] ?? ['', {}];
  const handler = handlers.get(address ?? '');
  if (address === undefined || !route || !pattern || !handler) {
    faults.push(`the test has no answer for ${method} ${pathname}`);
    throw new TypeError('Failed to fetch');
  }
  const call = readCall(address, {
    params: readParams(route, pattern.exec(pathname)?.slice(1) ?? []),
    query: Object.fromEntries(searchParams),
    body: readBody(init.body),
  });
  received.set(address, [...(received.get(address) ?? []), call]);
  underway.add(call);
  const response = await handler(call).finally(() => underway.delete(call));
  init.signal?.throwIfAborted();
  return response.clone();
}

/** Calls that a test holds back have no answer. */
const LONGEST_WAIT_MS = 50;
// Those of the browser, also during a test with a clock of its own.
const startTimer = setTimeout.bind(globalThis);
const readClock = performance.now.bind(performance);
const nextTask = () => new Promise((resolve) => startTimer(resolve));

/** Resolves when the console has the answers to its calls, so that none comes during the next test. */
export async function untilAnswered(): Promise<void> {
  const latest = readClock() + LONGEST_WAIT_MS;
  do await nextTask();
  while (underway.size > 0 && readClock() < latest);
  // The console reads the last answer.
  await nextTask();
}

const countParams = ({ path }: RouteDefinition) => path.split(':').length;

const browserFetch = globalThis.fetch;

/** Routes calls under /api and the fake files to this server from now on, and everything else to the network. */
export function startFakeServer(): void {
  globalThis.fetch = async (input, init = {}) => {
    if (typeof input === 'string' && input.startsWith('/api/')) return serve(input, init);
    if (typeof input === 'string' && files.has(input)) return Response.json(files.get(input));
    return browserFetch(input, init);
  };
}

/** Clears all answers and calls. Returns the violations of the contract. */
export function resetFakeServer(): readonly string[] {
  handlers.clear();
  files.clear();
  received.clear();
  underway.clear();
  return faults.splice(0);
}
