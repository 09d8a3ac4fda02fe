import type { RouteReply } from '@waymark/contract/route';
import type { healthRoutes } from '@waymark/contract/routes/health';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { listAlertRates } from '../alerts/alerts.api.ts';
import { sumByGroup } from './storage-groups.ts';

type SystemHealth = Omit<RouteReply<typeof healthRoutes.systemHealth>, 'mapFaults'>;

/** A silent node has missed two of its beats. */
const SILENT_AFTER_S = 45;

const toUtc = (at: Date) => formatUtcSecond(at.getTime());
const toUtcOrNull = (at: Date | null) => at && toUtc(at);

async function first<Row>(rows: Promise<{ rows: Row[] }>): Promise<Row> {
  const [row] = (await rows).rows;
  if (row === undefined) throw new Error('the database did not answer');
  return row;
}

async function listNodes({ db }: Reader): Promise<SystemHealth['nodes']> {
  const rows = await db
    .selectFrom('nodes')
    .selectAll()
    .select(sql<boolean>`seen_at < now() - make_interval(secs => ${SILENT_AFTER_S})`.as('is_silent'))
    .orderBy('name')
    .orderBy('started_at')
    .execute();
  return rows.map((row) => ({
    name: row.name,
    version: row.version,
    commit: row.commit,
    startedAt: toUtc(row.started_at),
    seenAt: toUtc(row.seen_at),
    isSilent: row.is_silent,
    memoryBytes: row.memory_bytes,
    loopDelayMs: row.loop_delay_ms,
    consoles: row.consoles,
    deviceConnections: row.device_connections,
    waitingPackets: row.waiting_packets,
    redis: row.redis,
    broker: row.broker,
    disk:
      row.disk_free_bytes === null || row.disk_size_bytes === null
        ? null
        : { freeBytes: row.disk_free_bytes, sizeBytes: row.disk_size_bytes },
  }));
}

async function readDatabase({ db }: Reader): Promise<SystemHealth['database']> {
  return first(
    sql<SystemHealth['database']>`select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database()) as "sizeBytes",
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as "maxConnections",
      (select max(name) from migrations) as schema`.execute(db),
  );
}

interface Waiting {
  readonly waiting: number;
  readonly failed: number;
  readonly oldest: Date | null;
}

/** Jobs that are due; those that have failed for good stay in the queue's table. */
export async function countJobs({ db }: Reader): Promise<Waiting & { readonly running: number }> {
  return first(
    sql<Waiting & { running: number }>`select
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
      min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as oldest
      from graphile_worker.jobs`.execute(db),
  );
}

/** Messages to people that are not sent. */
export async function readOutbox({ db }: Reader): Promise<Waiting> {
  return first(
    sql<Waiting>`select count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'dead') as failed,
      min(created_at) filter (where status = 'waiting') as oldest from outbox where status <> 'sent'`.execute(db),
  );
}

async function listStorage({ db }: Reader): Promise<SystemHealth['storage']> {
  const { rows } = await sql<{ schema: string; name: string; bytes: number }>`
    select n.nspname as schema, c.relname as name, pg_total_relation_size(c.oid) as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`.execute(db);
  return sumByGroup(rows);
}

export async function readBackup({ db }: Reader): Promise<{ readonly at: Date; readonly bytes: number } | null> {
  const row = await db
    .selectFrom('installation')
    .select(['backed_up_at as at', 'backup_bytes as bytes'])
    .executeTakeFirst();
  return row?.at && row.bytes !== null ? { at: row.at, bytes: row.bytes } : null;
}

/** A row counts the rejected messages of an hour; the hour in which the 24 hours begin counts as a whole. */
async function countRejected({ db }: Reader): Promise<SystemHealth['rejected']> {
  return first(
    sql<SystemHealth['rejected']>`select coalesce(sum(count), 0)::float8 as messages, count(distinct uid) as devices,
      (select count(*) from device_errors where at > now() - interval '24 hours') as "deviceErrors"
      from rejected_messages where last_at > now() - interval '24 hours'`.execute(db),
  );
}

/** The health of the whole installation; none of it belongs to a company. */
export async function readSystemHealth(reader: Reader): Promise<SystemHealth> {
  const [nodes, database, outbox, jobs, rejected, alertRates, storage, backup] = await Promise.all([
    listNodes(reader),
    readDatabase(reader),
    readOutbox(reader),
    countJobs(reader),
    countRejected(reader),
    listAlertRates(reader),
    listStorage(reader),
    readBackup(reader),
  ]);
  return {
    nodes,
    database,
    outbox: { waiting: outbox.waiting, dead: outbox.failed, oldestAt: toUtcOrNull(outbox.oldest) },
    jobs: { waiting: jobs.waiting, running: jobs.running, failed: jobs.failed, oldestAt: toUtcOrNull(jobs.oldest) },
    rejected,
    alertRates,
    storage,
    backup: backup && { at: toUtc(backup.at), bytes: backup.bytes },
  };
}

/** Counts waveforms whose passage should have arrived long ago. */
export async function countWaitingSamples({ db }: Reader): Promise<number> {
  const { samples } = await first(
    sql<{
      samples: number;
    }>`select count(*)::int as samples from early_waveforms where received_at < now() - interval '15 minutes'`.execute(
      db,
    ),
  );
  return samples;
}
