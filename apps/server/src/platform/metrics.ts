import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { within } from './within.ts';

/** The database may be frozen before the outage watch detects it. */
const READ_MS = 2000;

/** Interval at which the event loop's delay is measured. At Node's default of 10 ms, that took 0.7 % of a core. */
export const LOOP_INTERVAL_MS = 100;

/** The metrics of this node for Prometheus. */
export class Metrics {
  readonly #registry = new Registry();
  /** Starts together with the monitor of the default metrics: both then wake the idle process at the same times. */
  readonly #loopDelay = monitorEventLoopDelay({ resolution: LOOP_INTERVAL_MS });
  #isDatabaseAway = (): boolean => false;

  constructor() {
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: LOOP_INTERVAL_MS });
    this.#loopDelay.enable();
  }

  /**
   * The longest delay of the event loop since the last call, without the monitor's own interval. A delay may begin
   * within an interval, so it may have been longer by that.
   */
  takeLoopDelayMs(): number {
    const delayMs = Math.max(0, this.#loopDelay.max / 1e6 - LOOP_INTERVAL_MS);
    this.#loopDelay.reset();
    return Math.round(delayMs * 10) / 10;
  }

  /** Adds a gauge that is read at each scrape, by label (the empty label for a single value). */
  watch(name: string, help: string, read: () => Promise<Record<string, number>> | Record<string, number>): void {
    const gauge = new Gauge({
      name: `waymark_${name}`,
      help,
      labelNames: ['kind'],
      registers: [this.#registry],
      async collect() {
        const values = await read();
        gauge.reset();
        for (const [kind, value] of Object.entries(values)) gauge.set({ kind }, value);
      },
    });
  }

  /**
   * Adds a gauge that is read from the database: omitted while the database does not answer, so that the others still
   * appear.
   */
  watchStored(name: string, help: string, read: () => Promise<Record<string, number>>): void {
    this.watch(name, help, async () => {
      if (this.#isDatabaseAway()) return {};
      return (await within(READ_MS, read()).catch(() => undefined)) ?? {};
    });
  }

  /** Adds the database gauge and uses it to skip stored gauges during an outage. */
  watchDatabase(isAway: () => boolean): void {
    this.#isDatabaseAway = isAway;
    this.watch('database', 'Whether the database answers.', () => ({ up: isAway() ? 0 : 1 }));
  }

  watchRequests(app: FastifyInstance): void {
    const seconds = new Histogram({
      name: 'waymark_http_request_seconds',
      help: 'Time to answer, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [this.#registry],
    });
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown';
      seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      done();
    });
  }

  render(): Promise<string> {
    return this.#registry.metrics();
  }
}
