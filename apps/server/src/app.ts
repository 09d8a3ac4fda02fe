import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { seedFirstSuperadmin } from './features/administration/first-superadmin.ts';
import type { Clock } from './hub/clock.ts';
import { Closing } from './platform/closing.ts';
import type { Connection, Database } from './platform/database/database.ts';
import { DiskSpace, findLogFolder } from './platform/disk-space.ts';
import { createOriginCheck, createHostCheck } from './platform/http/own-host.ts';
import { registerRoute, type AnyHandler } from './platform/http/register-route.ts';
import { startJobs, type JobsOptions } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import { planConnections, readOpenFilesLimit } from './platform/open-files.ts';
import { joinHandlers, type Part } from './platform/part.ts';
import { openCore, type Core } from './wiring/core.ts';
import { HubLink, openHub } from './wiring/open-hub.ts';
import { openHttp } from './wiring/open-http.ts';
import { createParts } from './wiring/parts.ts';
import type { RouteDefinition } from '@waymark/contract/route';
import { routes, type Routes } from '@waymark/contract/routes/index';
import type { Handlers } from './platform/http/handlers.ts';

export interface AppOptions {
  readonly config: Config;
  readonly connection: Connection;
  readonly dataDir: string;
  readonly consoleFolder: string;
  readonly log: Log;
  /** The clock that runs use. */
  readonly runClock?: Clock | undefined;
  readonly jobQueue?: Pick<JobsOptions, 'concurrency' | 'lookMs'>;
}

export interface App {
  readonly database: Database;
  /** Opens the ports; returns the port for consoles. */
  listen(): Promise<{ readonly port: number }>;
  /** Stops accepting calls, finishes the running ones and closes all parts. */
  close(): Promise<void>;
  /** The parts that are not closed yet. */
  openParts(): readonly string[];
}

/** Starts the server. When a part fails to start, it closes the parts that were opened before. */
export async function createApp(options: AppOptions): Promise<App> {
  const closing = new Closing(options.log);
  try {
    return await assemble(options, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function assemble(options: AppOptions, closing: Closing): Promise<App> {
  const { config } = options;
  const link = new HubLink();
  const core = await openCore({ ...options, closing, send: link.send, onOutage: link.onOutage });
  const { database, log } = core;
  let isDraining = false;
  const checks = {
    isOwnOrigin: createOriginCheck(config.publicUrl),
    isOwnHost: createHostCheck(config.publicUrl, config.allowedHosts),
  };
  const connections = planConnections(readOpenFilesLimit());
  log.info(connections, 'connection limits, derived from the limit of open files');
  const { consoleFolder } = options;
  const http = await openHttp(core, { ...checks, consoleFolder, maxConnections: connections.people });
  const parts = await createParts({
    ...core,
    ...checks,
    nodeId: randomUUID(),
    maxConnections: connections.devices,
    disk: await openDiskSpace(core, options.dataDir),
    dataDir: options.dataDir,
    isDraining: () => isDraining,
    clock: options.runClock,
    hub: link.get,
  });
  link.open(openHub(core, http, parts, checks.isOwnOrigin), core);
  const handlers: AllHandlers = joinHandlers(parts.all);
  for (const [route, handler] of listHandlers(handlers)) registerRoute(http, route, handler, parts.session);
  if (config.isDemo) await seedDemo(database);
  else await seedFirstSuperadmin(database, config.firstSuperadmin, log);
  await core.notices.start();
  await startParts(core, options, parts.all);
  return {
    database,
    listen: async () => {
      await http.listen({ port: config.port, host: config.host });
      await parts.ingest.listen();
      const { beat } = parts.health;
      closing.add('node', () => beat.close());
      await beat.start();
      return { port: (http.server.address() as AddressInfo).port };
    },
    close: async () => {
      isDraining = true;
      if (config.drainS > 0) await sleep(config.drainS * 1000);
      await closing.close();
    },
    openParts: () => closing.open,
  };
}

async function openDiskSpace({ log, closing }: Core, dataDir: string): Promise<DiskSpace> {
  const logFolder = findLogFolder();
  const disk = new DiskSpace({ folders: { data: dataDir, ...(logFolder !== undefined && { log: logFolder }) }, log });
  closing.add('disk space', () => disk.close());
  await disk.start();
  return disk;
}

async function startParts(core: Core, { connection, jobQueue }: AppOptions, parts: readonly Part[]): Promise<void> {
  const jobs = await startJobs({
    ...jobQueue,
    connection,
    log: core.log,
    isAway: core.isDatabaseAway,
    jobs: parts.flatMap((part) => part.jobs ?? []),
    crontab: parts.flatMap((part) => part.crontab ?? []),
  });
  core.closing.add('jobs', () => jobs.stop());
  for (const part of parts) await part.start?.();
}

/** A single handler per route of the contract. A missing one does not compile. */
type AllHandlers = { readonly [Feature in keyof Routes]: Handlers<Routes[Feature]> };

function listHandlers(handlers: AllHandlers): Array<readonly [RouteDefinition, AnyHandler]> {
  return Object.entries(routes).flatMap(([feature, ofFeature]) =>
    Object.entries<RouteDefinition>(ofFeature).map(([name, route]) => {
      const implementations = handlers[feature as keyof Routes] as unknown as Readonly<Record<string, AnyHandler>>;
      const handler = implementations[name];
      if (!handler) throw new Error(`no handler for ${feature}.${name}`);
      return [route, handler] as const;
    }),
  );
}
