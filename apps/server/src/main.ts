import { createServer } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { EmbeddedPostgresError, startEmbeddedPostgres, type EmbeddedPostgres } from '@waymark/embedded-postgres';
import pg from 'pg';
import { createApp, type App } from './app.ts';
import { chooseDataDir, readProcessConfig, type Config } from './config.ts';
import { ConfigError } from './settings.ts';
import { DemoFleet, linkToDemoGateway } from './demo/demo-fleet.ts';
import { awaitNightHandover } from './demo/night-handover.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from './demo/demo-sign-ins.ts';
import { InstallationError } from './features/system/installation.store.ts';
import { FirstSuperadminError } from './features/administration/first-superadmin.ts';
import type { Connection } from './platform/database/database.ts';
import { SchemaError } from './platform/database/migrate.ts';
import { SecretKeyError } from './platform/crypto/secret-box.ts';
import { sendConsoleToLog } from './platform/console-to-log.ts';
import { killAfter } from './platform/kill-after.ts';
import { createLog, type Log } from './platform/log.ts';
import { ROOT } from './platform/version.ts';

const SECOND_SIGNAL_AFTER_MS = 1000;
/** Limit for the stop after the drain; then the log names the parts that did not stop. */
const LONGEST_STOP_MS = 18_000;
/** Limit for a process whose event loop no longer runs timers. */
const KILL_MS = 20_000;
const OLDEST_POSTGRES = 150_000;

/** Failures that the operator can fix: they get one clear line instead of a stack. */
const FOR_A_PERSON = [
  ConfigError,
  EmbeddedPostgresError,
  SchemaError,
  InstallationError,
  FirstSuperadminError,
  SecretKeyError,
];

class StartError extends Error {}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function checkPortIsFree(host: string, port: number, setting = 'WAYMARK_PORT'): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason: Record<string, string> = {
        EADDRINUSE: `Port ${port} on ${host} is taken by another program. Stop it or set ${setting}.`,
        EACCES: `Port ${port} may not be used by this user. Set ${setting}.`,
        EADDRNOTAVAIL: `${host} is not an address of this machine. Set WAYMARK_HOST.`,
        ENOTFOUND: `${host} is not an address of this machine. Set WAYMARK_HOST.`,
      };
      reject(new StartError(reason[error.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${error.message}`));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function checkPorts({ host, port, links }: Config): Promise<void> {
  await checkPortIsFree(host, port);
  if (links.mqttUrl === undefined) await checkPortIsFree(host, links.mqttPort, 'WAYMARK_MQTT_PORT (0 is off)');
  await checkPortIsFree(host, links.mqttTls?.port ?? 0, 'WAYMARK_MQTT_TLS_PORT');
  await checkPortIsFree(host, links.iridiumPort, 'WAYMARK_IRIDIUM_PORT (0 is off)');
  await checkPortIsFree(host, links.iridiumTls?.port ?? 0, 'WAYMARK_IRIDIUM_TLS_PORT');
}

async function checkDatabase(connection: Connection, log: Log): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; isSuperuser: boolean }>(
      `select current_setting('server_version_num')::int as version, current_setting('is_superuser')::bool as "isSuperuser"`,
    );
    if ((rows[0]?.version ?? 0) < OLDEST_POSTGRES) throw new Error('it is older than PostgreSQL 15');
    if (rows[0]?.isSuperuser === true)
      log.warn(
        'the role of WAYMARK_DATABASE_URL is a superuser; give the server a role that only owns its database (docs/operations.md)',
      );
  } catch (error) {
    throw new StartError(`The database of WAYMARK_DATABASE_URL cannot be used: ${describeError(error)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  return error instanceof Error ? error.message : String(error);
}

interface Running {
  readonly app: App;
  readonly port: number;
  readonly stop: () => Promise<void>;
  /** Lists the parts that are not stopped yet. */
  readonly openParts: () => readonly string[];
}

async function start(config: Config, log: Log, hasFleet: boolean): Promise<Running> {
  await checkPorts(config);
  const dataDir = chooseDataDir(config);
  let embedded: EmbeddedPostgres | undefined;
  if (config.databaseUrl === undefined) {
    embedded = await startEmbeddedPostgres({
      dataDir,
      log: say,
      onExit: (reason) => log.error({ reason }, 'the embedded database ended; restarting it'),
      onRestart: () => log.warn('the embedded database is running again'),
    });
  }
  try {
    const connection = embedded?.connection ?? { connectionString: config.databaseUrl };
    if (!embedded) await checkDatabase(connection, log);
    const app = await createApp({
      config,
      connection,
      dataDir,
      consoleFolder: path.join(ROOT, 'apps/console/dist'),
      log,
    });
    let fleet: DemoFleet | undefined;
    let stopWaiting: (() => void) | undefined;
    const stop = async () => {
      stopWaiting?.();
      await fleet?.stop();
      await app.close();
      await embedded?.stop();
    };
    try {
      const { port } = await app.listen();
      if (hasFleet) {
        fleet = new DemoFleet({ host: config.host, port, ...config.links }, log);
        stopWaiting = awaitNightHandover(app.database, log);
      }
      return { app, port, stop, openParts: () => [...app.openParts(), ...(embedded ? ['embedded database'] : [])] };
    } catch (error) {
      await app.close();
      throw error;
    }
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function printWelcome(config: Config): void {
  say(`Waymark is ready: ${config.publicUrl}`);
  if (!config.isDemo) return;
  say(`Demo sign-ins (password ${DEMO_PASSWORD}):`);
  for (const { label, email } of DEMO_SIGN_INS) say(`  ${label.padEnd(10)} ${email}`);
  say('Stop with Ctrl-C.');
}

/**
 * Installed before the start, because process 1 of a container ignores a signal without a handler. Returns the function
 * that receives the started server.
 */
function stopOnSignals({ drainS }: Config, log: Log): (started: Running) => void {
  let running: Running | undefined;
  let stoppingSince: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    // A single Ctrl-C arrives twice: from the terminal and from the launcher.
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > SECOND_SIGNAL_AFTER_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    log.info({ signal }, 'stopping');
    // Nothing needs to be drained yet, and the embedded database stops when this process ends.
    if (!running) process.exit(0);
    const { openParts, stop } = running;
    killAfter(drainS * 1000 + KILL_MS);
    setTimeout(
      () => {
        log.error({ parts: openParts() }, `the server did not stop within ${LONGEST_STOP_MS / 1000} s and ends now`);
        process.exit(1);
      },
      drainS * 1000 + LONGEST_STOP_MS,
    ).unref();
    void stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the server did not stop cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return (started) => (running = started);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'demo-default': { type: 'boolean', default: false }, 'demo-fleet': { type: 'boolean', default: false } },
  });
  const given = readProcessConfig(values['demo-default']);
  const log = createLog(given.logLevel);
  sendConsoleToLog(log);
  const hasFleet =
    values['demo-fleet'] &&
    given.isDemo &&
    given.tls === undefined &&
    given.links.mqttUrl === undefined &&
    given.links.mqttPort !== 0;
  const config = hasFleet ? { ...given, links: linkToDemoGateway(given.links) } : given;
  const receiveServer = stopOnSignals(config, log);
  receiveServer(await start(config, log, hasFleet));
  printWelcome(config);
}

// The reader of stdout may have gone; the server continues without it.
process.stdout.on('error', () => undefined);

try {
  await main();
} catch (error) {
  const isForAPerson = error instanceof StartError || FOR_A_PERSON.some((kind) => error instanceof kind);
  process.stderr.write(`${isForAPerson ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
