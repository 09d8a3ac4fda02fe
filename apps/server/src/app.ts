import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastifyCookie } from '@fastify/cookie';
import { HUB_PATH } from '@waymark/contract/events/index';
import { listRoutes } from '@waymark/contract/routes/index';
import type { Config } from './config.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { createErrorLogJobs } from './features/audit/error-log.jobs.ts';
import { createAutoDownloadJobs } from './features/commands/auto-download.jobs.ts';
import { countListedCommands } from './features/commands/deliveries.queries.ts';
import { createStreamStopJobs } from './features/commands/stream-stop.jobs.ts';
import { listFollowedUids } from './features/devices/device-visibility.queries.ts';
import { tellOfDeviceRoom } from './features/devices/room-news.ts';
import { DEVICES_CHANNEL } from './features/devices/devices.store.ts';
import { watchHealth } from './features/health/health.metrics.ts';
import { NodeBeat } from './features/health/node-beat.ts';
import { countUnsentMessages } from './features/outbox/outbox.queries.ts';
import { createDownloadsJobs } from './features/downloads/downloads.jobs.ts';
import { DOWNLOAD_NEWS_CHANNEL } from './features/downloads/downloads-notice.ts';
import { DownloadNews } from './features/downloads/download-news.ts';
import { DemoMailbox } from './features/outbox/demo-mailbox.ts';
import { createOutboxTidyJobs } from './features/outbox/outbox-tidy.jobs.ts';
import { OutboxWorker } from './features/outbox/outbox.worker.ts';
import { createRecordsJobs, prepareMonths } from './features/records/records.jobs.ts';
import { RunWatch } from './features/runs/alerts/watch-runs.ts';
import { createRunEngine } from './features/runs/engine/engine.ts';
import { tellOfRunRoom } from './features/runs/engine/room-news.ts';
import { createSpreadsJobs } from './features/runs/finished/learn-spreads.jobs.ts';
import { createLinkingJobs } from './features/runs/link-passage.jobs.ts';
import { listNotifyingRuns } from './features/runs/runs.queries.ts';
import { Scorer } from './features/scoring/scorer.ts';
import { createScoringJobs, planBacklog } from './features/scoring/scoring.jobs.ts';
import { fillPasswordLink } from './features/session/password-mail.service.ts';
import { hashing } from './features/session/passwords.ts';
import { createSessionJobs } from './features/session/session.jobs.ts';
import { createSessionParts } from './features/session/session.parts.ts';
import { sweepSessions } from './features/session/session-sweep.ts';
import { createStreaming } from './features/streaming/streaming.parts.ts';
import { settleInstallation } from './features/system/installation.store.ts';
import { createTextChannel } from './features/text-messages/text-channel.ts';
import { seedFirstSuperadmin } from './features/users/first-superadmin.ts';
import { systemClock, type Clock } from './hub/clock.ts';
import { createHub } from './hub/hub.ts';
import { createIngest } from './ingest/ingest.parts.ts';
import { roomOf } from './hub/rooms.ts';
import { renewTokenBy } from './hub/renew-token.ts';
import { Closing } from './platform/closing.ts';
import { DiskSpace, findLogFolder } from './platform/disk-space.ts';
import { loadSecret, SecretBox } from './platform/crypto/secret-box.ts';
import { scopeOf, systemScope } from './platform/access/scope.ts';
import type { PendingEvent } from './platform/database/change.ts';
import { Database, type Connection } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { Notices } from './platform/database/notices.ts';
import { OutageWatch } from './platform/database/outage-watch.ts';
import { Partitions } from './platform/database/partitions.ts';
import { systemOrigin } from './platform/http/call.ts';
import { createAddressReader } from './platform/http/client-address.ts';
import { ErrorLog } from './platform/http/error-log.ts';
import { attachForUpgrades, createHttpServer, drainHttp } from './platform/http/http-server.ts';
import { createOriginCheck } from './platform/http/origin.ts';
import { createHostCheck } from './platform/http/own-host.ts';
import { problem } from './platform/http/problem.ts';
import { Refusals } from './platform/http/refusals.ts';
import { registerRoute } from './platform/http/register-route.ts';
import { migrateJobs, startJobs } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import { createMailTransport } from './platform/mail/mail.ts';
import { planConnections, readOpenFilesLimit } from './platform/open-files.ts';
import { Metrics } from './platform/metrics.ts';
import { readTlsFiles } from './platform/tls.ts';
import { listTileOrigins } from './tile-layers.ts';
import { readCommit, VERSION } from './version.ts';
import { CRONTAB } from './wiring/crontab.ts';
import { listDomainEventHandlers } from './wiring/domain-event-handlers.ts';
import { createHandlers, listHandlers } from './wiring/handlers.ts';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

export interface AppOptions {
  readonly config: Config;
  readonly connection: Connection;
  readonly dataDir: string;
  readonly consoleFolder: string;
  readonly log: Log;
  /** By which runs are looked after. */
  readonly runClock?: Clock | undefined;
}

export interface App {
  readonly database: Database;
  /** Starts to take calls; answers the address. */
  listen(): Promise<{ readonly port: number }>;
  /** Stops taking calls, finishes those under way, closes everything. */
  close(): Promise<void>;
  /** The parts that are not closed yet. */
  openParts(): readonly string[];
}

/** Puts the whole server together. What was opened is closed again when a later part fails. */
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
  const { config, connection, log } = options;
  let isDraining = false;

  let turn: (isAway: boolean) => void = () => undefined;
  const watch = new OutageWatch({ connection, log, onTurn: (isAway) => turn(isAway) });
  closing.add('outage watch', () => watch.close());
  const isDatabaseAway = () => watch.isAway;
  const database = new Database(connection, log, isDatabaseAway);
  closing.add('database', () => database.close());
  await migrate(database.pool, MIGRATIONS);
  await migrateJobs(connection, log);
  const { rowCount } = await database.pool.query('select 1 from installation');
  const isFounded = rowCount !== 0;
  const box = new SecretBox(await loadSecret(config.secretKey, options.dataDir, { isFounded }));
  const notices = new Notices(connection, log);
  closing.add('notices', () => notices.close());
  const errorLog = new ErrorLog(database.pool, log);
  closing.add('error log', () => errorLog.flush());

  let sendToHub: (events: readonly PendingEvent[]) => void = () => undefined;
  database.wire(listDomainEventHandlers(config), (events) => sendToHub(events));
  await database.change(systemOrigin('start'), (change) => settleInstallation(change, box, config));

  const session = await createSessionParts({
    config,
    database,
    notices,
    box,
    log,
    onSessionsEnded: (notice) => hub.endSessions(notice, notice.reason),
  });
  const { authenticator, cookies, keys } = session;

  const transport = config.smtpUrl === undefined ? undefined : createMailTransport(config.smtpUrl, config.mailFrom);
  if (transport) closing.add('mail', () => transport.close());
  const texts = config.textGateway && createTextChannel(config.textGateway);
  const mailbox = new DemoMailbox();
  const outbox = new OutboxWorker({
    database,
    log,
    transports: { mail: transport, sms: texts },
    linkMailbox: config.isDemo ? mailbox : undefined,
    fillLink: (change, mail) => fillPasswordLink(change, config.publicUrl, mail),
  });

  const partitions = new Partitions(database.pool, log);
  const records = { database, partitions, retention: config.retention, now: Date.now };
  await prepareMonths(records);
  const metrics = new Metrics();
  metrics.watch('month_wait_seconds', 'For how long a month of records has been waiting to be made.', () => ({
    longest: partitions.waitingMs / 1000,
  }));
  const streaming = createStreaming({ database, notices, metrics, log, redisUrl: config.redisUrl });
  closing.add('streaming', () => streaming.close());
  notices.on(DEVICES_CHANNEL, { hear: () => streaming.review() });
  const downloadNews = new DownloadNews(database, log);
  closing.add('news of downloads', () => downloadNews.close());
  notices.on(DOWNLOAD_NEWS_CHANNEL, { hear: () => downloadNews.hear(), back: () => downloadNews.hear() });
  const nodeId = randomUUID();
  const connections = planConnections(readOpenFilesLimit());
  log.info(connections, 'so many devices and people can be connected, by the limit of open files');
  const ingest = await createIngest({
    database,
    box,
    notices,
    partitions,
    links: config.links,
    nodeId,
    maxConnections: connections.devices,
    retention: config.retention,
    host: config.host,
    log,
    isDatabaseAway,
    onStream: (uid, payload) => streaming.takeFrame(uid, payload),
  });

  const isOwnOrigin = createOriginCheck(config.publicUrl);
  const isOwnHost = createHostCheck(config.publicUrl, config.allowedHosts);
  const refusals = new Refusals(log);
  const http = await createHttpServer({
    routes: listRoutes(),
    errorLog,
    refusals,
    log,
    isOwnHost,
    hubPath: HUB_PATH,
    consoleFolder: options.consoleFolder,
    isHttps: config.publicUrl.startsWith('https:'),
    tls: config.tls && (await readTlsFiles(config.tls)),
    trustProxy: config.trustProxy,
    requestsPerMinute: config.requestsPerMinute,
    tileOrigins: listTileOrigins(config.tiles),
  });
  http.server.maxConnections = connections.people;
  closing.add('http', () => drainHttp(http));
  metrics.watchRequests(http);
  metrics.watch('refusals', 'Requests refused before a sign-in, by problem, since the start.', () =>
    refusals.figures(),
  );

  const engine = createRunEngine({
    database,
    notices,
    log,
    hub: () => hub,
    clock: options.runClock,
    looks: (runs) => [
      new RunWatch({
        database,
        runs,
        log,
        publicUrl: config.publicUrl,
        now: () => (options.runClock ?? systemClock).now(),
      }),
    ],
  });
  closing.add('run engine', () => engine.close());
  const hub = attachForUpgrades(http, () =>
    createHub({
      server: http.server,
      log,
      authenticate: (token) => authenticator.authenticate(token),
      authenticateStream: async (cookieHeader) => {
        const token = cookies.readStream(fastifyCookie.parse(cookieHeader ?? ''));
        if (!token) throw problem('unauthenticated');
        return authenticator.authenticateStream(token);
      },
      allowedOrigin: isOwnOrigin,
      addressOf: createAddressReader(config.trustProxy),
      connectionsPerAddress: config.hubConnectionsPerAddress,
      roomsOf: async (actor) => {
        if (actor.role !== 'viewer' || actor.groupId === null) return [];
        const { groupId, userId } = actor;
        const reader = database.read(scopeOf(actor));
        const [uids, runIds] = await Promise.all([listFollowedUids(reader, userId), listNotifyingRuns(reader, userId)]);
        return [
          ...uids.map((uid) => roomOf('device', { uid, groupId })),
          ...runIds.map((runId) => roomOf('run', { runId, groupId })),
        ];
      },
      tellOf: (room, isLeft) => tellOfRunRoom(room) ?? tellOfDeviceRoom(room, isLeft),
      methods: { ...engine.methods, RenewToken: renewTokenBy((token) => authenticator.authenticate(token)) },
      streamMethods: streaming.methods,
      redisUrl: config.redisUrl,
    }),
  );
  let hubEvents = 0;
  sendToHub = (events) => {
    hubEvents += events.length;
    hub.send(events);
  };
  metrics.watch('hub_events', 'Events of changes on this node for consoles, since the start.', () => ({
    sent: hubEvents,
  }));
  turn = (isAway) => (isAway ? hub.suspend() : hub.resume());
  if (isDatabaseAway()) hub.suspend();
  closing.add('hub', () => {
    turn = () => undefined;
    return hub.close();
  });
  metrics.watchDatabase(isDatabaseAway);
  const logFolder = findLogFolder();
  const disk = new DiskSpace({
    folders: { data: options.dataDir, ...(logFolder !== undefined && { log: logFolder }) },
    log,
  });
  closing.add('disk space', () => disk.close());
  await disk.start();

  const handlers = createHandlers({
    config,
    database,
    session,
    ingest,
    box,
    errorLog,
    metrics,
    records,
    log,
    isOwnOrigin,
    isOwnHost,
    findDemoMail: (key) => mailbox.findText(key),
    isDraining: () => isDraining,
    isDatabaseAway,
  });
  for (const [route, handler] of listHandlers(handlers)) {
    registerRoute(http, route, handler, (token) => authenticator.authenticate(token));
  }

  if (config.isDemo) await seedDemo(database);
  else await seedFirstSuperadmin(database, config.firstSuperadmin, log);

  const stopSweep = sweepSessions({
    database,
    log,
    actors: () => hub.actors(),
    end: (ended) => hub.endSessions(ended, 'signed-out'),
  });
  closing.add('session sweep', stopSweep);

  metrics.watch(
    'password_hashing',
    'Passwords that are hashed now and that wait for it, and those refused since the start.',
    () => hashing.figures,
  );
  metrics.watch('hub_connections', 'Open hub connections by namespace.', () => ({ ...hub.connections() }));
  metrics.watchStored('outbox_messages', 'Messages in the outbox that have not left, by status.', () =>
    countUnsentMessages(database.read(systemScope('metrics'))),
  );
  await notices.start();
  const scorer = new Scorer();
  closing.add('scoring', () => scorer.close());
  const jobs = await startJobs({
    connection,
    log,
    isAway: isDatabaseAway,
    jobs: [
      ...outbox.jobs,
      ...createOutboxTidyJobs(database, config.keepOutboxDays),
      ...createSessionJobs(database, keys, config.publicUrl),
      ...createRecordsJobs(records),
      ...createAutoDownloadJobs(database),
      ...createStreamStopJobs(database),
      ...createDownloadsJobs(database, config.retention.passageDays),
      ...createLinkingJobs(database, engine.runs, Date.now),
      ...createSpreadsJobs(database, log),
      ...createScoringJobs(database, scorer),
      ...createErrorLogJobs(database, config.errorLog, Date.now),
    ],
    crontab: CRONTAB,
  });
  closing.add('jobs', () => jobs.stop());
  await engine.start();
  await outbox.requeue();
  await planBacklog(database);
  metrics.watch('device_connections', 'Connections of devices and relays, or to the external broker.', () => ({
    mqtt: ingest.connections(),
  }));
  metrics.watch('device_messages', 'Packets of devices: stored since the start, their batches, waiting now.', () => {
    const { stored, batches, waiting } = ingest.receiver.figures;
    return { stored, batches, waiting };
  });
  metrics.watch(
    'unacknowledged_seconds',
    'Age of the oldest message of a device that was received and is not acknowledged, by input.',
    () => ingest.inputs.oldestSeconds,
  );
  metrics.watch(
    'input_reconnections',
    'Connections that were ended because messages on them were not acknowledged, by input, since the start.',
    () => ingest.inputs.reconnections,
  );
  metrics.watch('rejected_messages', 'Messages of devices that nobody could use, by reason, since the start.', () =>
    Object.fromEntries(ingest.receiver.figures.rejected),
  );

  metrics.watchStored('commands', 'Commands that no device has accepted, by state.', () =>
    countListedCommands(database.read(systemScope('metrics'))),
  );
  watchHealth({
    metrics,
    database,
    version: VERSION,
    redis: () => hub.redis(),
    broker: () => ingest.broker(),
    activeRuns: () => engine.runs.size,
    disk,
  });
  const beat = new NodeBeat({
    database,
    node: { id: nodeId, name: config.links.nodeName, version: VERSION, commit: readCommit() },
    figures: () => ({
      consoles: hub.connections().agm,
      device_connections: ingest.connections(),
      waiting_packets: ingest.receiver.figures.waiting,
      redis: hub.redis(),
      broker: ingest.broker(),
      disk_free_bytes: disk.fullest?.freeBytes ?? null,
      disk_size_bytes: disk.fullest?.sizeBytes ?? null,
    }),
    log,
  });

  return {
    database,
    listen: async () => {
      await http.listen({ port: config.port, host: config.host });
      await ingest.start(closing);
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
