import path from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { readConfig } from '../config.ts';
import { DEMO_PASSWORD } from '../demo/demo-sign-ins.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { prepareMonths } from '../features/records/records.jobs.ts';
import type { DomainEventHandlers } from '../platform/database/change.ts';
import { Database, type Connection } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { Partitions } from '../platform/database/partitions.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log.ts';
import { openTestPool } from './test-pool.ts';

export const TEMPLATE = 'waymark_template';
/**
 * Has the demo company and the partitions of this month and the next, which a server under test would create at its
 * start.
 */
export const DEMO_TEMPLATE = 'waymark_demo_template';

/** Hashes carry their work factor, so this makes sign-ins of the demo's users cheap. */
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 } as const;

const log = createLog('warn');

/**
 * Creates the migrated databases that each test clones in a few milliseconds. The server's role owns all their objects.
 */
export async function makeTemplates(
  superuser: Connection,
  connection: Connection & { readonly user: string },
): Promise<void> {
  const admin = new pg.Client({ ...superuser, database: 'postgres' });
  await admin.connect();
  for (const name of [DEMO_TEMPLATE, TEMPLATE]) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${TEMPLATE} owner ${connection.user}`);
  await migrateTemplate({ ...connection, database: TEMPLATE });
  await admin.query(`create database ${DEMO_TEMPLATE} template ${TEMPLATE} owner ${connection.user}`);
  await admin.end();
  const demo = new Database({ ...connection, database: DEMO_TEMPLATE }, log);
  demo.wire({} as DomainEventHandlers, () => undefined);
  await seedDemo(demo);
  await demo.pool.query('update passwords set hash = $1', [await hash(DEMO_PASSWORD, CHEAP)]);
  const { retention } = readConfig({}, false);
  await prepareMonths({ database: demo, partitions: new Partitions(demo.pool), retention, now: Date.now });
  await demo.close();
}

async function migrateTemplate(connection: Connection): Promise<void> {
  const pool = openTestPool({ ...connection, max: 1 });
  await migrate(pool, path.join(import.meta.dirname, '../migrations'));
  await migrateJobs(pool, log);
  await pool.end();
}
