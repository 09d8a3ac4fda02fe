import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HeldRefusals } from '../../held-refusals.ts';
import type { Log } from '../../log.ts';
import { addressKey, createAddressReader } from './address-key.ts';
import { dropFurther } from './pipelines.ts';
import { CallLimit } from './call-limit.ts';
import type { HostCheck } from '../own-host.ts';
import { problem, type Problem } from '../problem.ts';
import { isClearRequest } from '../strict-form.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request limit that a call counts toward; `calls` by default. */
    budget?: Budget;
  }
}

/** Files and probes have separate counts: opening the console must not use up the calls of a whole office. */
type Budget = 'calls' | 'files' | 'probes';

export interface GateOptions {
  /** Requests per minute and address, for each budget; 0 disables the limit. */
  readonly requestsPerMinute: number;
  readonly trustProxy: string | false;
  readonly isOwnHost: HostCheck;
  readonly hubPath: string;
  readonly log: Log;
}

/** Time before a request above the limit is answered. */
const HELD_MS = 500;
/** Requests of one address that wait for it. */
const MOST_HELD = 64;

function findBudget(request: FastifyRequest): Budget {
  if (request.url.startsWith('/api/')) return 'calls';
  return request.routeOptions.config.budget ?? 'calls';
}

/** Refuses requests that are too many, ambiguous or for another host, before any other code handles them. */
export class RequestGate {
  readonly #options: GateOptions;
  readonly #addressOf: (request: IncomingMessage) => string;
  readonly #limits: Readonly<Record<Budget, CallLimit>>;
  readonly #held = new HeldRefusals(HELD_MS, MOST_HELD);
  #hasWarned = false;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#addressOf = createAddressReader(options.trustProxy);
    const { requestsPerMinute: max } = options;
    this.#limits = { calls: new CallLimit(max), files: new CallLimit(max), probes: new CallLimit(max) };
  }

  guard(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      const fault = this.#findFault(request);
      if (fault?.code !== 'too-many-requests') return done(fault);
      const { socket } = request.raw;
      dropFurther(socket);
      // A new connection costs the sender more than another request on this one.
      void reply.header('connection', 'close');
      const release = this.#held.hold(addressKey(request.ip), {
        refuse: () => done(fault),
        end: () => socket.destroy(),
      });
      socket.once('close', release);
    });
  }

  /** Counts a request that runs no hook, also one through a proxy. Returns the refusal when it exceeds the limit. */
  countUnrouted(request: IncomingMessage): Problem | undefined {
    return this.count(this.#addressOf(request));
  }

  /** Counts a request of this address. Returns the refusal when it exceeds the limit. */
  count(address: string, budget: Budget = 'calls'): Problem | undefined {
    const retryAfterS = this.#limits[budget].count(addressKey(address));
    return retryAfterS === 0 ? undefined : problem('too-many-requests', { retryAfterS });
  }

  /** Whether an upgrade goes to the hub. All others are answered like ordinary requests. */
  admitsUpgrade(request: IncomingMessage): boolean {
    const path = request.url?.split('?')[0] ?? '';
    if (!path.startsWith(this.#options.hubPath) || request.headers.upgrade?.toLowerCase() !== 'websocket') return false;
    if (!isClearRequest(request) || !this.#options.isOwnHost(request.headers.host)) return false;
    return this.countUnrouted(request) === undefined;
  }

  #findFault(request: FastifyRequest): Problem | undefined {
    const budget = findBudget(request);
    const excess = this.count(request.ip, budget);
    if (excess) return excess;
    if (!isClearRequest(request.raw)) return problem('bad-request');
    // Probes use a node's internal names and reveal nothing.
    if (budget === 'probes' || this.#options.isOwnHost(request.headers.host)) return undefined;
    this.#warnOnce(request.headers.host);
    return problem('foreign-host');
  }

  #warnOnce(host: string | undefined): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const shown = host?.slice(0, 255);
    this.#options.log.warn(
      { host: shown },
      'refused a request for another host; if this name is right, set WAYMARK_PUBLIC_URL or WAYMARK_ALLOWED_HOSTS',
    );
  }
}
