import { PROBLEM_MEDIA_TYPE, type ProblemBody } from '@waymark/contract/problem-body';
import { problems } from '@waymark/contract/problems/index';
import { routes } from '@waymark/contract/routes/index';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../log.ts';
import type { ErrorLog } from './error-log.ts';
import type { Problem } from '../problem.ts';
import { problemOfError } from './problem-of-error.ts';
import type { Refusals } from '../limits/refusals.ts';

function oauthErrorOf(failure: Problem): string {
  const definition = problems[failure.code];
  if ('oauthError' in definition) return definition.oauthError;
  return failure.status < 500 ? 'invalid_request' : 'server_error';
}

const secondStepOf = ({ mfaToken, mfaMethods }: Problem) => ({
  ...(mfaToken !== undefined && { mfa_token: mfaToken }),
  ...(mfaMethods && { mfa_methods: [...mfaMethods] }),
});

function problemBodyOf(failure: Problem, logId: number, isOauth: boolean): ProblemBody {
  const { title, status } = problems[failure.code];
  return {
    type: `urn:waymark:problem:${failure.code}`,
    title,
    status,
    detail: failure.detail,
    code: failure.code,
    logId,
    ...(failure.words && { words: failure.words }),
    ...(failure.errors && { errors: [...failure.errors] }),
    ...(failure.current !== undefined && { current: failure.current }),
    ...secondStepOf(failure),
    ...(isOauth && { error: oauthErrorOf(failure), error_description: failure.detail }),
  };
}

/** The path of a webhook or a calendar contains a secret, even when it is called with the wrong method. */
function nameRoute({ method, routeOptions, url }: FastifyRequest): string {
  const address = routeOptions.url ?? url.split('?')[0]?.replace(/(\/(?:webhooks\/[^/]*|calendar))\/.*/i, '$1/…');
  return `${method} ${address}`.slice(0, 500);
}

/** Shown to a user who opens the console under an unknown host name; a log id would not help them. */
const FOREIGN_HOST_PAGE =
  'This server does not serve that host.\n\nIf the name in the address is right, its operator sets WAYMARK_PUBLIC_URL to the address that people use, or adds the name to WAYMARK_ALLOWED_HOSTS.\n';

interface ErrorAnswerParts {
  readonly errorLog: ErrorLog;
  readonly refusals: Refusals;
  readonly log: Log;
}

/**
 * Records a failure and returns its log id. Refusals of callers without a sign-in are only counted: anyone can cause
 * any number of them. So are probes of a node that is not ready: the node logs the reason once.
 */
async function recordFailure(
  { errorLog, refusals, log }: ErrorAnswerParts,
  failure: Problem,
  error: unknown,
  request: FastifyRequest,
): Promise<number> {
  const { code, status } = failure;
  const facts = {
    requestId: request.id,
    code,
    status,
    route: nameRoute(request),
    userId: request.actor?.userId ?? null,
  };
  const isProbe = request.routeOptions.url === routes.system.readiness.path;
  if (isProbe || (status < 500 && request.actor === null)) {
    const logId = await errorLog.issueId();
    refusals.count({ ...facts, logId });
    return logId;
  }
  const message = status >= 500 ? ((error as Error).stack ?? String(error)) : failure.detail;
  const logId = await errorLog.record({ ...facts, message });
  if (status >= 500) log.error({ ...facts, logId, err: error }, 'request failed');
  else log.info({ ...facts, logId }, 'request refused');
  return logId;
}

/**
 * Answers any failure: a log id as plain text as the specification shows, a problem document on request, OAuth's form
 * on the identity calls.
 */
export function createErrorAnswer(parts: ErrorAnswerParts) {
  return async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const failure = problemOfError(error);
    const isOauth = request.routeOptions.config.oauthErrors === true;
    const logId = await recordFailure(parts, failure, error, request);
    void reply.code(failure.status).header('x-log-id', String(logId)).header('cache-control', 'no-store');
    if (failure.retryAfterS !== undefined) void reply.header('retry-after', String(failure.retryAfterS));
    if (failure.status === 401) void reply.header('www-authenticate', 'Bearer');
    if (request.headers.accept?.includes(PROBLEM_MEDIA_TYPE)) {
      void reply.type(PROBLEM_MEDIA_TYPE).send(JSON.stringify(problemBodyOf(failure, logId, isOauth)));
    } else if (isOauth) {
      const body = {
        error: oauthErrorOf(failure),
        error_description: failure.detail,
        ...secondStepOf(failure),
      };
      void reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
    } else if (failure.code === 'foreign-host' && request.headers.accept?.includes('text/html')) {
      void reply.type('text/plain; charset=utf-8').send(FOREIGN_HOST_PAGE);
    } else {
      void reply.type('text/plain; charset=utf-8').send(String(logId));
    }
  };
}
