import type { Context } from '../../platform/part.ts';
import { timingSafeEqual } from 'node:crypto';
import { routes, type Routes } from '@waymark/contract/routes/index';
import type { RouteReply } from '@waymark/contract/route';
import { scopeOf, systemScope } from '../../platform/access/scope.ts';
import type { Call } from '../../platform/http/call.ts';
import { renderDocsPage } from '../../platform/http/docs-page.ts';
import { CallLimit } from '../../platform/http/limits/call-limit.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { createOpenApi } from '../../platform/http/openapi.ts';
import type { HostCheck } from '../../platform/http/own-host.ts';
import { problem } from '../../platform/http/problem.ts';
import { makeNonce, pageHeaders } from '../../platform/http/security-headers.ts';
import { within } from '../../platform/within.ts';
import { listNewestMessages } from '../outbox/outbox.queries.ts';
import { readServerUtcDate } from './system.queries.ts';

interface SystemOptions {
  readonly config: { readonly metricsToken: string | undefined; readonly requestsPerMinute: number };
  readonly settings: RouteReply<Routes['system']['consoleSettings']>;
  readonly isOwnHost: HostCheck;
  /** Finds the text of a mail that a demo without a mail server has sent. */
  readonly findDemoMail: (key: string) => string | undefined;
  readonly isDraining: () => boolean;
}

type Parts = SystemOptions & Pick<Context, 'database' | 'errorLog' | 'metrics' | 'isDatabaseAway'>;

/** The limit of error reports for one user. */
const ERROR_REPORTS_PER_MINUTE = 30;

/** A proxy waits no longer than this, and a frozen database would never answer. */
const READINESS_MS = 2000;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function createSystemHandlers(parts: Parts): Handlers<Routes['system']> {
  const { database, errorLog, metrics, config, settings } = parts;
  const { metricsToken, requestsPerMinute } = config;
  let openApi: ReturnType<typeof createOpenApi> | undefined;
  const errorReports = new CallLimit(requestsPerMinute === 0 ? 0 : ERROR_REPORTS_PER_MINUTE);

  function mayReadMetrics(call: Call): boolean {
    if (metricsToken === undefined) return LOOPBACK.test(call.address) && parts.isOwnHost(call.host);
    return isSameText(call.authorization ?? '', `Bearer ${metricsToken}`);
  }

  return {
    serverUtcDate: (_input, { actor }) => readServerUtcDate(database.read(scopeOf(actor))),
    consoleSettings: () => settings,
    reportConsoleError: ({ body }, { actor, requestId }) => {
      const retryAfterS = errorReports.count(String(actor.userId));
      if (retryAfterS > 0) throw problem('too-many-requests', { retryAfterS });
      return errorLog.record({
        userId: actor.userId,
        route: `console ${body.location ?? ''}`.slice(0, 500),
        status: 0,
        code: 'console-error',
        message: `${body.message}\n${body.stack ?? ''}`,
        requestId,
      });
    },
    readOutbox: (_input, call) => {
      if (settings.demo === null || !LOOPBACK.test(call.address)) throw problem('not-found');
      return listNewestMessages(database.read(systemScope('demo outbox')), parts.findDemoMail);
    },
    openApi: () => (openApi ??= createOpenApi(routes)),
    apiDocs: (_input, call) => {
      const nonce = makeNonce();
      for (const [name, value] of Object.entries(pageHeaders(nonce))) call.setHeader(name, value);
      return renderDocsPage(routes, nonce);
    },
    health: () => ({ status: 'ok' }),
    readiness: async () => {
      if (parts.isDraining() || parts.isDatabaseAway()) throw problem('not-ready');
      const answer = readServerUtcDate(database.read(systemScope('readiness')));
      if ((await within(READINESS_MS, answer).catch(() => undefined)) === undefined) throw problem('not-ready');
      return { status: 'ready' };
    },
    metrics: (_input, call) => {
      if (!mayReadMetrics(call)) throw problem('forbidden');
      return metrics.render();
    },
  };
}

interface Options extends Context, SystemOptions {}

export const createSystemPart = (options: Options) => ({ handlers: { system: createSystemHandlers(options) } });
