import type { Context } from '../../platform/part.ts';
import { createHealthHandlers, type MapFault } from './health.routes.ts';
import { NodeBeat, type NodeIdentity } from './node-beat.ts';
import { systemScope } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import { stderrOutput } from '../../platform/log.ts';
import type { DiskSpace } from '../../platform/disk-space.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { countJobs, countWaitingSamples, readBackup, readOutbox } from './health.queries.ts';

/** The parts of this node whose state health reports. */
interface HealthSources {
  readonly node: { readonly version: string };
  readonly redis: () => 'none' | 'up' | 'away';
  readonly broker: () => 'none' | 'inside' | 'up' | 'away';
  readonly activeRuns: () => number;
  readonly disk: DiskSpace;
}

const ageS = (at: Date | null) => (at === null ? 0 : Math.max(0, (Date.now() - at.getTime()) / 1000));

const tellUp = (state: string): Record<string, number> =>
  state === 'up' || state === 'away' ? { up: state === 'up' ? 1 : 0 } : {};

interface Parts extends HealthSources {
  readonly metrics: Metrics;
  readonly database: Database;
}

/** Adds the metrics that belong to no single feature. */
function watchHealth({ metrics, database, node: { version }, redis, broker, activeRuns, disk }: Parts): void {
  const reader = database.read(systemScope('metrics'));
  const { pool } = database;
  metrics.watch('version', 'The version that runs, as the label.', () => ({ [version]: 1 }));
  metrics.watch('log_lines', 'Log lines that could not be written, since the start.', () => ({
    dropped: stderrOutput.dropped,
  }));
  metrics.watch(
    'database_connections',
    "This node's connections for requests: open, in use, and requests that wait for one.",
    () => ({
      open: pool.totalCount,
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
  );
  const listDisks = (value: 'freeBytes' | 'sizeBytes') =>
    Object.fromEntries([...disk.found].map(([name, space]) => [name, space[value]]));
  metrics.watch('disk_free_bytes', 'Free space on the disks of the data folder and, if it is a file, of the log.', () =>
    listDisks('freeBytes'),
  );
  metrics.watch('disk_size_bytes', 'Size of these disks.', () => listDisks('sizeBytes'));
  metrics.watch('redis', '1 while events reach the other nodes, 0 while Redis is away; nothing without Redis.', () =>
    tellUp(redis()),
  );
  metrics.watch('broker', '1 while this node is connected to the external broker, else 0; nothing without one.', () =>
    tellUp(broker()),
  );
  metrics.watch('runs', 'Runs that this node looks after.', () => ({ active: activeRuns() }));
  metrics.watchStored('jobs', 'Jobs that are due, under way, and failed for good.', async () => {
    const { waiting, running, failed } = await countJobs(reader);
    return { waiting, running, failed };
  });
  metrics.watchStored(
    'waiting_seconds',
    'For how long the oldest has been waiting: a job that is due, a message to a person.',
    async () => ({
      job: ageS((await countJobs(reader)).oldest),
      message: ageS((await readOutbox(reader)).oldest),
    }),
  );
  metrics.watchStored('waiting_samples', 'Waveforms without their passage after 15 minutes.', async () => ({
    waveform: await countWaitingSamples(reader),
  }));
  metrics.watchStored(
    'backup_age_seconds',
    'Since the last backup by the admin command; nothing before the first.',
    async () => {
      const backup = await readBackup(reader);
      return backup === null ? {} : { last: ageS(backup.at) };
    },
  );
}

interface Options extends Context, HealthSources {
  readonly mapFaults: readonly MapFault[];
  readonly node: NodeIdentity;
  readonly consoles: () => number;
  readonly deviceConnections: () => number;
  readonly waitingPackets: () => number;
}

export function createHealthPart(options: Options) {
  const { database, log, metrics, node, redis, broker, disk } = options;
  watchHealth(options);
  const beat = new NodeBeat({
    database,
    node,
    figures: () => ({
      consoles: options.consoles(),
      device_connections: options.deviceConnections(),
      waiting_packets: options.waitingPackets(),
      redis: redis(),
      broker: broker(),
      disk_free_bytes: disk.fullest?.freeBytes ?? null,
      disk_size_bytes: disk.fullest?.sizeBytes ?? null,
      loop_delay_ms: metrics.takeLoopDelayMs(),
    }),
    log,
  });
  return { handlers: { health: createHealthHandlers(database, options.mapFaults) }, beat };
}
