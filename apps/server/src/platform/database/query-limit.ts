import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** A connection that does not answer a query within this time counts as dead. */
const USUAL_LIMIT_MS = 13_000;
/** Queries with a higher limit end after this time if the database is away. */
const CHECK_MS = USUAL_LIMIT_MS;

/** For work with very long single statements: migrations, restores, detaching a partition. */
export const NO_LIMIT = Number.POSITIVE_INFINITY;

const limits = new AsyncLocalStorage<number>();

/** Runs `work` with a query limit other than 13 s. */
export function withQueryLimit<Outcome>(limitMs: number, work: () => Outcome): Outcome {
  return limits.run(limitMs, work);
}

/** The database did not answer; the statement may or may not have been executed. */
export class UnansweredQueryError extends Error {
  constructor(waitedMs: number) {
    super(`the database did not answer within ${Math.round(waitedMs / 1000)} s; the connection is closed`);
    this.name = 'UnansweredQueryError';
  }
}

/** The database was known to be away, so no statement was sent. */
export class DatabaseAwayError extends Error {
  constructor() {
    super('the database is away');
    this.name = 'DatabaseAwayError';
  }
}

type Callback = (...answer: readonly unknown[]) => void;

/**
 * Ends the client when the database does not answer a query in time. The timeout of pg itself leaves the client waiting
 * for the old answer, so that the next user of the connection would wait too.
 */
export function limitQueries(client: pg.ClientBase & Pick<pg.Client, 'end'>, isAway: () => boolean): void {
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
  let unanswered: UnansweredQueryError | undefined;

  function watch(): () => void {
    const [limitMs, startedAt] = [limits.getStore() ?? USUAL_LIMIT_MS, performance.now()];
    if (limitMs === NO_LIMIT) return () => undefined;
    const check = () => {
      const waitedMs = performance.now() - startedAt;
      if (waitedMs < limitMs && !isAway()) {
        timer = setTimeout(check, Math.min(CHECK_MS, limitMs - waitedMs)).unref();
        return;
      }
      // Lets a busy process read an answer that has already arrived.
      setImmediate(() => {
        if (isAnswered) return;
        unanswered = new UnansweredQueryError(waitedMs);
        void client.end();
      });
    };
    let isAnswered = false;
    let timer = setTimeout(check, Math.min(CHECK_MS, limitMs)).unref();
    return () => {
      isAnswered = true;
      clearTimeout(timer);
    };
  }

  client.query = ((...args: readonly unknown[]) => {
    if (isStream(args[0])) return query(...args);
    const stop = watch();
    const last = args.at(-1);
    if (typeof last === 'function') {
      const callback = last as Callback;
      return query(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
        stop();
        callback(error && (unanswered ?? error), ...rest);
      });
    }
    return (query(...args) as Promise<unknown>).then(
      (result) => {
        stop();
        return result;
      },
      (error: unknown) => {
        stop();
        throw unanswered ?? error;
      },
    );
  }) as pg.ClientBase['query'];
}

/** COPY: its duration depends on how fast the caller reads its rows. */
function isStream(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'submit' in query;
}
