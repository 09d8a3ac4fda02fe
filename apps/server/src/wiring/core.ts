import path from 'node:path';
import type { Config } from '../config.ts';
import { settleInstallation } from '../features/system/installation.store.ts';
import type { Closing } from '../platform/closing.ts';
import { loadSecret, SecretBox } from '../platform/crypto/secret-box.ts';
import type { PendingEvent } from '../platform/database/change.ts';
import { Database, type Connection } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { Notices } from '../platform/database/notices.ts';
import { OutageWatch } from '../platform/database/outage-watch.ts';
import { Partitions } from '../platform/database/partitions.ts';
import { systemOrigin } from '../platform/http/call.ts';
import { ErrorLog } from '../platform/http/errors/error-log.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import { Metrics } from '../platform/metrics.ts';
import type { Context } from '../platform/part.ts';
import { listDomainEventHandlers } from './domain-event-handlers.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../migrations');

interface CoreOptions {
  readonly config: Config;
  readonly connection: Connection;
  readonly dataDir: string;
  readonly log: Log;
  readonly closing: Closing;
  /** Sends the hub events of a committed change. */
  readonly send: (events: readonly PendingEvent[]) => void;
  /** Called when the database becomes unavailable and when it is back. */
  readonly onOutage: (isAway: boolean) => void;
}

async function loadBox(database: Database, { config, dataDir }: CoreOptions): Promise<SecretBox> {
  const { rowCount } = await database.pool.query('select 1 from installation');
  return new SecretBox(await loadSecret(config.secretKey, dataDir, { isFounded: rowCount !== 0 }));
}

export type Core = Context & { readonly config: Config };

/** Opens the database, migrates it, and creates the services that every part is built on. */
export async function openCore(options: CoreOptions): Promise<Core> {
  const { config, connection, log, closing } = options;
  const watch = new OutageWatch({ connection, log, onChange: options.onOutage });
  closing.add('outage watch', () => watch.close());
  const isDatabaseAway = () => watch.isAway;
  const database = new Database(connection, log, isDatabaseAway);
  closing.add('database', () => database.close());
  await migrate(database.pool, MIGRATIONS);
  await migrateJobs(database.pool, log);
  const box = await loadBox(database, options);
  const notices = new Notices(connection, log);
  closing.add('notices', () => notices.close());
  const errorLog = new ErrorLog(database.pool, log);
  closing.add('error log', () => errorLog.flush());
  const metrics = new Metrics();
  metrics.watchDatabase(isDatabaseAway);
  database.wire(listDomainEventHandlers(config), options.send);
  await database.change(systemOrigin('start'), (change) => settleInstallation(change, box, config));
  const partitions = new Partitions(database.pool, log);
  return { config, database, notices, partitions, metrics, box, errorLog, log, closing, isDatabaseAway };
}
