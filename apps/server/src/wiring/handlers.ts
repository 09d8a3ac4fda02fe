import type { RouteDefinition } from '@waymark/contract/route';
import { routes, type Routes } from '@waymark/contract/routes/index';
import type { Config } from '../config.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../demo/demo-sign-ins.ts';
import { createAuditHandlers } from '../features/audit/audit.routes.ts';
import { createBroadcastHandlers } from '../features/broadcast/broadcast.routes.ts';
import { readBrokerAccount } from '../features/credentials/broker-files.ts';
import { createCredentialsHandlers } from '../features/credentials/credentials.routes.ts';
import { createCommandsHandlers } from '../features/commands/commands.routes.ts';
import { issueDeviceCredential, issueFirstCredentials } from '../features/credentials/device-credentials.store.ts';
import { createDevicesHandlers } from '../features/devices/devices.routes.ts';
import { createFleetHandlers } from '../features/devices/fleet.routes.ts';
import { createHealthHandlers } from '../features/health/health.routes.ts';
import { createHistoryHandlers } from '../features/history/history.routes.ts';
import { createDownloadsHandlers } from '../features/downloads/downloads.routes.ts';
import { createOutboxHandlers } from '../features/outbox/outbox.routes.ts';
import { createPassagesHandlers } from '../features/passages/passages.routes.ts';
import { createPathsHandlers } from '../features/paths/paths.routes.ts';
import { createRejectionsHandlers } from '../features/rejections/rejections.routes.ts';
import { createReportsHandlers } from '../features/reports/reports.routes.ts';
import { createFinishedRunsHandlers } from '../features/runs/finished/finished-runs.routes.ts';
import { createRunsHandlers } from '../features/runs/runs.routes.ts';
import { hashPassword } from '../features/session/passwords.ts';
import type { createSessionParts } from '../features/session/session.parts.ts';
import { createSessionHandlers } from '../features/session/session.routes.ts';
import { createSystemHandlers } from '../features/system/system.routes.ts';
import { createToolsHandlers } from '../features/tools/tools.routes.ts';
import { createTextReplyHandlers } from '../features/text-messages/text-messages.routes.ts';
import { createUsersHandlers } from '../features/users/users.routes.ts';
import { createWebhookHandlers } from '../features/webhooks/webhooks.routes.ts';
import type { createIngest } from '../ingest/ingest.parts.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import type { Database } from '../platform/database/database.ts';
import type { ErrorLog } from '../platform/http/error-log.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import type { createOriginCheck } from '../platform/http/origin.ts';
import type { HostCheck } from '../platform/http/own-host.ts';
import type { AnyHandler } from '../platform/http/register-route.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

type AllHandlers = { readonly [Feature in keyof Routes]: Handlers<Routes[Feature]> };

export function listHandlers(handlers: AllHandlers): Array<readonly [RouteDefinition, AnyHandler]> {
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

export interface HandlerParts {
  readonly config: Config;
  readonly database: Database;
  readonly session: Awaited<ReturnType<typeof createSessionParts>>;
  readonly ingest: Awaited<ReturnType<typeof createIngest>>;
  readonly box: SecretBox;
  readonly errorLog: ErrorLog;
  readonly metrics: Metrics;
  readonly records: Parameters<typeof createPassagesHandlers>[0];
  readonly log: Log;
  readonly isOwnOrigin: ReturnType<typeof createOriginCheck>;
  readonly isOwnHost: HostCheck;
  readonly findDemoMail: (key: string) => string | undefined;
  readonly isDraining: () => boolean;
  readonly isDatabaseAway: () => boolean;
}

/** What answers each route of the contract: one line a feature, if it can be. */
export function createHandlers(parts: HandlerParts): AllHandlers {
  const {
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
    findDemoMail,
    isDraining,
    isDatabaseAway,
  } = parts;
  return {
    session: createSessionHandlers({ ...session, database, isOwnOrigin }),
    users: createUsersHandlers({ database, hashPassword, ownNumber: config.textGateway }),
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
      ...createTextReplyHandlers({
        database,
        address: `${config.publicUrl}/api/webhooks/sms`,
        gateway: config.textGateway,
      }),
    },
    outbox: createOutboxHandlers(database),
    audit: createAuditHandlers(database),
    rejections: createRejectionsHandlers({ database, log, now: Date.now }),
    health: createHealthHandlers(database),
    system: createSystemHandlers({
      database,
      errorLog,
      metrics,
      metricsToken: config.metricsToken,
      settings: consoleSettingsOf(config),
      errorReportsPerMinute: config.requestsPerMinute === 0 ? 0 : 30,
      isOwnHost,
      findDemoMail,
      isDraining,
      isDatabaseAway,
    }),
  };
}
