import { HUB_PATH } from '@waymark/contract/events/index';
import { listRoutes } from '@waymark/contract/routes/index';
import type { FastifyInstance } from 'fastify';
import { createHttpServer, drainHttp } from '../platform/http/http-server.ts';
import type { HostCheck } from '../platform/http/own-host.ts';
import { Refusals } from '../platform/http/limits/refusals.ts';
import { readTlsFiles } from '../platform/tls.ts';
import { listTileOrigins } from '../tile-layers.ts';
import type { Core } from './core.ts';

interface HttpOptions {
  readonly consoleFolder: string;
  readonly isOwnHost: HostCheck;
  /** Limit of open connections of consoles and API callers. */
  readonly maxConnections: number;
}

/** Creates the HTTP server with its security headers and limits; routes are registered afterwards. */
export async function openHttp(
  { config, errorLog, log, closing, metrics }: Core,
  { consoleFolder, isOwnHost, maxConnections }: HttpOptions,
): Promise<FastifyInstance> {
  const refusals = new Refusals(log);
  const http = await createHttpServer({
    routes: listRoutes(),
    errorLog,
    refusals,
    log,
    isOwnHost,
    hubPath: HUB_PATH,
    consoleFolder,
    isHttps: config.publicUrl.startsWith('https:'),
    tls: config.tls && (await readTlsFiles(config.tls)),
    trustProxy: config.trustProxy,
    requestsPerMinute: config.requestsPerMinute,
    tileOrigins: listTileOrigins(config.tiles),
    embedOrigins: config.embedOrigins,
  });
  http.server.maxConnections = maxConnections;
  closing.add('http', () => drainHttp(http));
  metrics.watchRequests(http);
  metrics.watch('refusals', 'Requests refused before a sign-in, by problem, since the start.', () =>
    refusals.figures(),
  );
  return http;
}
