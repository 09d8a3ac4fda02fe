import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastifyCookie } from '@fastify/cookie';
import type { RouteDefinition } from '@waymark/contract/route';
import { listRoutes, routes, type Routes } from '@waymark/contract/routes/index';
import type { Config } from './config.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from './demo/demo-sign-ins.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { createAuditHandlers } from './features/audit/audit.routes.ts';
import { createBroadcastHandlers } from './features/broadcast/broadcast.routes.ts';
import { fireFlags } from './features/broadcast/path-flags.service.ts';
import { readBrokerAccount } from './features/credentials/broker-files.ts';
import { createCredentialsHandlers } from './features/credentials/credentials.routes.ts';
import { planAutoDownload } from './features/commands/auto-download.ts';
import { createAutoDownloadJobs } from './features/commands/auto-download.jobs.ts';
import { createCommandsHandlers } from './features/commands/commands.routes.ts';
import { removeUnwanted } from './features/commands/commands.service.ts';
import { countListedCommands } from './features/commands/deliveries.queries.ts';
import { planStreamStops } from './features/commands/stream-stop.ts';
import { createStreamStopJobs } from './features/commands/stream-stop.jobs.ts';
import { takeAnswer } from './features/commands/answers.store.ts';
import { deleteCommandsOfDevice, storeCommands } from './features/commands/queue.store.ts';
import { endDeviceAccess, issueDeviceCredential, issueFirstCredentials } from './features/credentials/device-credentials.store.ts';
import { listFollowedUids } from './features/devices/device-visibility.queries.ts';
import { endRelaysOfGroup } from './features/credentials/group-relays.store.ts';
import { createDevicesHandlers } from './features/devices/devices.routes.ts';
import { DEVICES_CHANNEL } from './features/devices/devices.store.ts';
import { createFleetHandlers } from './features/devices/fleet.routes.ts';
import { createHealthHandlers } from './features/health/health.routes.ts';
import { watchHealth } from './features/health/health.metrics.ts';
import { NodeBeat } from './features/health/node-beat.ts';
import { createHistoryHandlers } from './features/history/history.routes.ts';
import { countUnsentMessages } from './features/outbox/outbox.queries.ts';
import { createDownloadsJobs, DOWNLOADS_CRONTAB } from './features/downloads/downloads.jobs.ts';
import { DOWNLOAD_NEWS_CHANNEL } from './features/downloads/downloads-notice.ts';
import { createDownloadsHandlers } from './features/downloads/downloads.routes.ts';
import { addDownloads, refuseDownloadsOfDevice, settleDownloads } from './features/downloads/downloads.store.ts';
import { DownloadNews } from './features/downloads/download-news.ts';
import { createOutboxHandlers } from './features/outbox/outbox.routes.ts';
import { addToOutbox, dropUnsentOfRun } from './features/outbox/outbox.store.ts';
import { OutboxWorker } from './features/outbox/outbox.worker.ts';
import { createPassagesHandlers } from './features/passages/passages.routes.ts';
import { followRun, settleRecordsOfRun } from './features/passages/follow-run.ts';
import { createPathsHandlers } from './features/paths/paths.routes.ts';
import { createRecordsJobs, prepareMonths, RECORDS_CRONTAB } from './features/records/records.jobs.ts';
import { storeAcceptedSettings } from './features/records/accepted-settings.store.ts';
import { storeSeenPassage } from './features/records/seen-passage.store.ts';
import { forgetEarlyWaveforms } from './features/records/waveforms.store.ts';
import { createReportsHandlers } from './features/reports/reports.routes.ts';
import { tellOfChange } from './features/runs/alerts/tell-news.ts';
import { RunWatch } from './features/runs/alerts/watch-runs.ts';
import { followPassage, givePassage, holdForPassage } from './features/runs/follow-passage.ts';
import { createRunEngine } from './features/runs/engine/engine.ts';
import { tellOfRunRoom } from './features/runs/engine/room-news.ts';
import { createLinkingJobs, planLinking } from './features/runs/link-passage.jobs.ts';
import { listNotifyingRuns } from './features/runs/runs.queries.ts';
import { createFinishedRunsHandlers } from './features/runs/finished/finished-runs.routes.ts';
import { createRunsHandlers } from './features/runs/runs.routes.ts';
import { Scorer } from './features/scoring/scorer.ts';
import { createScoringJobs, planBacklog, planScoring, scoreMovedAnew, scoreRunAnew } from './features/scoring/scoring.jobs.ts';
import { STREAM_COOKIE } from './features/session/cookies.ts';
import { replacePassword, startPassword } from './features/session/password.service.ts';
import { createSessionJobs, SESSION_CRONTAB } from './features/session/session.jobs.ts';
import { createSessionParts } from './features/session/session.parts.ts';
import { sweepSessions } from './features/session/session-sweep.ts';
import { createSessionHandlers } from './features/session/session.routes.ts';
import { endSessions } from './features/session/session.store.ts';
import { createStreaming } from './features/streaming/streaming.parts.ts';
import { settleInstallation } from './features/system/installation.store.ts';
import { createSystemHandlers } from './features/system/system.routes.ts';
import { createToolsHandlers } from './features/tools/tools.routes.ts';
import { createTextChannel } from './features/text-messages/text-channel.ts';
import { createTextReplyHandlers } from './features/text-messages/text-messages.routes.ts';
import { seedFirstSuperadmin } from './features/users/first-superadmin.ts';
import { followTextWish } from './features/users/text-wishes.store.ts';
import { createUsersHandlers } from './features/users/users.routes.ts';
import { recordExternalUser } from './features/users/users.store.ts';
import { createWebhookHandlers } from './features/webhooks/webhooks.routes.ts';
import { systemClock, type Clock } from './hub/clock.ts';
import { createHub } from './hub/hub.ts';
import { createIngest } from './ingest/ingest.parts.ts';
import { roomOf } from './hub/rooms.ts';
import { renewTokenBy } from './hub/renew-token.ts';
import { Closing } from './platform/closing.ts';
import { loadSecret, SecretBox } from './platform/crypto/secret-box.ts';
import { scopeOf, systemScope } from './platform/access/scope.ts';
import type { DomainEventHandlers, PendingEvent } from './platform/database/change.ts';
import { Database, type Connection } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { Notices } from './platform/database/notices.ts';
import { OutageWatch } from './platform/database/outage-watch.ts';
import { Partitions } from './platform/database/partitions.ts';
import { systemOrigin } from './platform/http/call.ts';
import { ErrorLog } from './platform/http/error-log.ts';
import type { Handlers } from './platform/http/handlers.ts';
import { createHttpServer, drainHttp } from './platform/http/http-server.ts';
import { createOriginCheck } from './platform/http/origin.ts';
import { problem } from './platform/http/problem.ts';
import { registerRoute, type AnyHandler } from './platform/http/register-route.ts';
import { migrateJobs, startJobs } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import { createMailTransport } from './platform/mail/mail.ts';
import { Metrics } from './platform/metrics.ts';
import { readTlsFiles } from './platform/tls.ts';
import { listTileOrigins } from './tile-layers.ts';
import { readCommit, VERSION } from './version.ts';

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
}

/** Who hears which domain event, in the same transaction: one line each. */
export const listDomainEventHandlers = ({ publicUrl }: Config): DomainEventHandlers => ({
  'user-created': [startPassword],
  'user-access-changed': [
    (change, { userId }) => endSessions(change, { userId, reason: 'account-changed' }, 'role or company changed'),
  ],
  'user-password-given': [replacePassword],
  'user-removed': [(change, { userId }) => endSessions(change, { userId, reason: 'account-changed' }, 'user removed')],
  'group-removed': [endRelaysOfGroup],
  'external-user-seen': [recordExternalUser],
  'device-added': [],
  'device-removed': [endDeviceAccess, forgetEarlyWaveforms, deleteCommandsOfDevice, refuseDownloadsOfDevice],
  'passage-seen': [storeSeenPassage],
  'passages-stored': [planLinking, planAutoDownload],
  'waveforms-stored': [planScoring],
  'command-acknowledged': [takeAnswer],
  'command-accepted': [storeAcceptedSettings],
  'commands-queued': [addDownloads],
  'commands-settled': [settleDownloads],
  'commands-unwanted': [removeUnwanted],
  'commands-wanted': [async (change, { drafts, origin }) => void (await storeCommands(change, drafts, origin))],
  'streams-left': [planStreamStops],
  'passage-wanted': [holdForPassage],
  'passage-changed': [followPassage],
  'passage-given': [givePassage],
  'run-changed': [followRun, scoreMovedAnew, tellOfChange(publicUrl)],
  'run-tools-changed': [scoreRunAnew],
  'run-synchronised': [settleRecordsOfRun, scoreRunAnew],
  'run-removed': [dropUnsentOfRun],
  'path-event': [async (change, event) => void (await fireFlags(change, event, Date.now()))],
  'message-wanted': [async (change, message) => void (await addToOutbox(change, message))],
  'text-wish-received': [followTextWish],
});

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

function consoleSettingsOf(config: Config) {
  const signIns = DEMO_SIGN_INS.map(({ label, email }) => ({ label, email, password: DEMO_PASSWORD }));
  return {
    supportUrl: config.supportUrl,
    externalSignIn: config.externalProvider ? { name: config.externalProvider.name } : null,
    demo: config.isDemo ? { signIns } : null,
    tiles: { ...config.tiles, radar: config.tiles.radar.urls.length > 0 ? config.tiles.radar : null },
  };
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

  const database = new Database(connection, log);
  closing.add('database', () => database.close());
  await migrate(database.pool, MIGRATIONS);
  await migrateJobs(connection, log);
  const box = new SecretBox(await loadSecret(config.secretKey, options.dataDir));
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
  const { authenticator, keys } = session;

  const transport = config.smtpUrl === undefined ? undefined : createMailTransport(config.smtpUrl, config.mailFrom);
  if (transport) closing.add('mail', () => transport.close());
  const texts = config.textGateway && createTextChannel(config.textGateway);
  const outbox = new OutboxWorker({ database, log, transports: { mail: transport, sms: texts } });

  const partitions = new Partitions(database.pool);
  const records = { database, partitions, retention: config.retention, now: Date.now };
  await prepareMonths(records);
  const metrics = new Metrics();
  const streaming = createStreaming({ database, notices, metrics, log, redisUrl: config.redisUrl });
  closing.add('streaming', () => streaming.close());
  notices.on(DEVICES_CHANNEL, { hear: () => streaming.review() });
  const downloadNews = new DownloadNews(database, log);
  closing.add('news of downloads', () => downloadNews.close());
  notices.on(DOWNLOAD_NEWS_CHANNEL, { hear: () => downloadNews.hear(), back: () => downloadNews.hear() });
  const ingest = await createIngest({
    database,
    box,
    notices,
    partitions,
    links: config.links,
    retention: config.retention,
    host: config.host,
    log,
    onStream: (uid, payload) => streaming.takeFrame(uid, payload),
  });

  const isOwnOrigin = createOriginCheck(config.publicUrl);
  const http = await createHttpServer({
    routes: listRoutes(),
    errorLog,
    log,
    consoleFolder: options.consoleFolder,
    isHttps: config.publicUrl.startsWith('https:'),
    tls: config.tls && (await readTlsFiles(config.tls)),
    trustProxy: config.trustProxy,
    requestsPerMinute: config.requestsPerMinute,
    tileOrigins: listTileOrigins(config.tiles),
  });
  closing.add('http', () => drainHttp(http));
  metrics.watchRequests(http);

  const engine = createRunEngine({
    database,
    notices,
    log,
    hub: () => hub,
    clock: options.runClock,
    looks: (runs) => [new RunWatch({ database, runs, log, publicUrl: config.publicUrl, now: () => (options.runClock ?? systemClock).now() })],
  });
  closing.add('run engine', () => engine.close());
  const hub = createHub({
    server: http.server,
    log,
    authenticate: (token) => authenticator.authenticate(token),
    authenticateStream: async (cookieHeader) => {
      const token = fastifyCookie.parse(cookieHeader ?? '')[STREAM_COOKIE];
      if (!token) throw problem('unauthenticated');
      return authenticator.authenticateStream(token);
    },
    allowedOrigin: isOwnOrigin,
    roomsOf: async (actor) => {
      if (actor.role !== 'viewer' || actor.groupId === null) return [];
      const { groupId, userId } = actor;
      const reader = database.read(scopeOf(actor));
      const [uids, runIds] = await Promise.all([listFollowedUids(reader, userId), listNotifyingRuns(reader, userId)]);
      return [...uids.map((uid) => roomOf('device', { uid, groupId })), ...runIds.map((runId) => roomOf('run', { runId, groupId }))];
    },
    tellOf: tellOfRunRoom,
    methods: { ...engine.methods, RenewToken: renewTokenBy((token) => authenticator.authenticate(token)) },
    streamMethods: streaming.methods,
    redisUrl: config.redisUrl,
  });
  let hubEvents = 0;
  sendToHub = (events) => {
    hubEvents += events.length;
    hub.send(events);
  };
  metrics.watch('hub_events', 'Events of changes on this node for consoles, since the start.', () => ({ sent: hubEvents }));
  closing.add('hub', () => hub.close());
  const watch = new OutageWatch({
    connection,
    log,
    onTurn: (isAway) => (isAway ? hub.suspend() : hub.resume()),
  });
  closing.add('outage watch', () => watch.close());
  metrics.watchDatabase(() => watch.isAway);

  const handlers: AllHandlers = {
    session: createSessionHandlers({ ...session, database, isOwnOrigin }),
    users: createUsersHandlers(database),
    devices: createDevicesHandlers(database),
    fleet: {
      ...createFleetHandlers(database, {
        issue: (change, device) => issueDeviceCredential(change, box, device),
        issueAll: (change, devices) => issueFirstCredentials(change, box, devices),
      }),
      ...createCredentialsHandlers(database, box, readBrokerAccount(config.links.mqttUrl)),
    },
    history: createHistoryHandlers({ database, log, now: Date.now }),
    passages: createPassagesHandlers(records),
    commands: createCommandsHandlers(database),
    broadcast: createBroadcastHandlers(database),
    paths: createPathsHandlers(database),
    tools: createToolsHandlers(database),
    runs: createRunsHandlers(database, config.publicUrl),
    finishedRuns: createFinishedRunsHandlers(database),
    reports: createReportsHandlers({ database, log, now: Date.now }),
    downloads: createDownloadsHandlers(database, config.downloadFirmware),
    webhooks: {
      ...createWebhookHandlers({
        secrets: { rockblock: config.links.rockblockSecret, cloudloop: config.links.cloudloopSecret },
        take: ingest.takeWebhook,
        log,
      }),
      ...createTextReplyHandlers({ database, address: `${config.publicUrl}/api/webhooks/sms`, gateway: config.textGateway }),
    },
    outbox: createOutboxHandlers(database),
    audit: createAuditHandlers(database),
    health: createHealthHandlers(database),
    system: createSystemHandlers({
      database,
      errorLog,
      metrics,
      metricsToken: config.metricsToken,
      settings: consoleSettingsOf(config),
      isDraining: () => isDraining,
    }),
  };
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
    jobs: [
      ...outbox.jobs,
      ...createSessionJobs(database, keys, config.publicUrl),
      ...createRecordsJobs(records),
      ...createAutoDownloadJobs(database),
      ...createStreamStopJobs(database),
      ...createDownloadsJobs(database, config.retention.passageDays),
      ...createLinkingJobs(database, engine.runs, Date.now),
      ...createScoringJobs(database, scorer),
    ],
    crontab: [...outbox.crontab, ...SESSION_CRONTAB, ...RECORDS_CRONTAB, ...DOWNLOADS_CRONTAB],
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
  metrics.watch('rejected_messages', 'Messages of devices that nobody could use, by reason, since the start.', () =>
    Object.fromEntries(ingest.receiver.figures.rejected),
  );

  metrics.watchStored('commands', 'Commands that no device has accepted, by state.', () =>
    countListedCommands(database.read(systemScope('metrics'))),
  );
  watchHealth({ metrics, database, version: VERSION, redis: () => hub.redis(), broker: () => ingest.broker(), activeRuns: () => engine.runs.size });
  const beat = new NodeBeat({
    database,
    node: { name: config.links.nodeName, version: VERSION, commit: readCommit() },
    figures: () => ({
      consoles: hub.connections().agm,
      device_connections: ingest.connections(),
      waiting_packets: ingest.receiver.figures.waiting,
      redis: hub.redis(),
      broker: ingest.broker(),
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
  };
}
