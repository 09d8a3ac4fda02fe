// The process of the bench `faults`. Each part of an installation fails once while devices never rest: on two nodes behind the proxy, then on one. How long no
// device is acknowledged, how long until every console shows what a fresh load shows, and what was lost or stored twice.
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ClusterConsole, fetchShown, type Shown } from './cluster-console.ts';
import { MARKER_UIDS, openClusterField, type ClusterField } from './cluster-field.ts';
import { startCluster, type Cluster, type ClusterNode } from './cluster.ts';

/** The bench may ask for a shorter one, to see that it works. */
const LASTS_MS = Number(process.argv[2] ?? 8000);
const LOOK_MS = 50;
const MOST_MS = 180_000;

interface Fault {
  readonly name: string;
  /** Whether the other node, if there is one, can go on meanwhile. */
  readonly isCovered: boolean;
  /** `loaded`: the node to which the devices are connected. */
  begin(cluster: Cluster, loaded: ClusterNode): Promise<void> | void;
  end(cluster: Cluster, loaded: ClusterNode): Promise<void> | void;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'node_killed',
    isCovered: true,
    begin: ({ nodes }) => void nodes[0].end('SIGKILL'),
    end: ({ nodes }) => nodes[0].start(),
  },
  {
    name: 'node_frozen',
    isCovered: true,
    begin: (_cluster, loaded) => loaded.freeze(),
    end: (_cluster, loaded) => loaded.goOn(),
  },
  {
    name: 'redis_killed',
    isCovered: true,
    begin: ({ redis }) => redis.kill(),
    end: ({ redis }) => redis.start(),
  },
  {
    name: 'database_killed',
    isCovered: false,
    begin: ({ postgres }) => postgres.crash(),
    end: ({ postgres }) => postgres.restart(),
  },
  { name: 'line_cut', isCovered: false, begin: ({ line }) => line.cut(), end: ({ line }) => line.mend() },
];

const seconds = (fromMs: number) => (performance.now() - fromMs) / 1000;

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const startedAt = performance.now(); !(await isSo()); await sleep(LOOK_MS))
    if (performance.now() - startedAt > MOST_MS) throw new Error('it did not recover within three minutes');
}

/** Resolves when every device that never rests has been acknowledged once more. */
function untilAcknowledged({ steady }: ClusterField): Promise<void> {
  const before = steady.map(({ acknowledged }) => acknowledged.length);
  return until(() => steady.every(({ acknowledged }, at) => acknowledged.length > (before[at] ?? 0) + 1));
}

/** Without the devices that never rest. */
const keepWatched = (shown: Shown) => ({
  ...shown,
  devices: shown.devices.filter(({ uid }) => MARKER_UIDS.includes(uid)),
});

async function isFresh({ admin, runId }: ClusterField, consoles: readonly ClusterConsole[]): Promise<boolean> {
  const fresh = await fetchShown(admin, runId, MARKER_UIDS).catch(() => null);
  if (!fresh) return false;
  for (const each of consoles) {
    const shown = each.isConnected ? await each.show() : undefined;
    if (!shown || !isDeepStrictEqual(keepWatched(shown), keepWatched(fresh))) return false;
  }
  return true;
}

/** Seconds without an acknowledgement, beyond the fault itself where no other node covers it, and until all is fresh. */
async function fail(
  fault: Fault,
  cluster: Cluster,
  field: ClusterField,
  consoles: readonly ClusterConsole[],
  isCovered: boolean,
) {
  // After the first fault, which kills the other one.
  const loaded = isCovered && fault.name === 'node_frozen' ? cluster.nodes[1] : cluster.nodes[0];
  const startedAt = performance.now();
  await fault.begin(cluster, loaded);
  const acknowledged = untilAcknowledged(field).then(() => seconds(startedAt));
  await sleep(LASTS_MS);
  const endedAt = performance.now();
  await fault.end(cluster, loaded);
  const waitedS = await acknowledged;
  await until(() => isFresh(field, consoles));
  return { ackS: isCovered ? waitedS : Math.max(0, waitedS - (endedAt - startedAt) / 1000), freshS: seconds(endedAt) };
}

async function countFaulty(database: pg.Pool, { steady }: ClusterField): Promise<{ lost: number; doubled: number }> {
  const counts = { lost: 0, doubled: 0 };
  for (const { uid, acknowledged } of steady) {
    const { rows } = await database.query<{ at: Date }>('select at from heartbeats where uid = $1', [uid]);
    const stored = rows.map(({ at }) => at.getTime());
    const known = new Set(stored);
    counts.lost += acknowledged.filter((at) => !known.has(at)).length;
    counts.doubled += stored.length - known.size;
  }
  return counts;
}

async function measure(nodes: 1 | 2): Promise<Record<string, number>> {
  const cluster = await startCluster();
  const database = new pg.Pool({ ...cluster.database, max: 1 });
  database.on('error', () => undefined);
  try {
    for (const kind of ['nodes', 'devices'] as const)
      await until(async () => (await cluster.proxy.listUp(kind).catch(() => [])).length === 2);
    const field = await openClusterField(cluster);
    if (nodes === 1) {
      await cluster.nodes[1].end('SIGTERM');
      await untilAcknowledged(field);
    }
    const consoles = [0, 1].map(
      () => new ClusterConsole(cluster.proxy.url, { caller: field.admin, runId: field.runId, uids: MARKER_UIDS }),
    );
    await until(() => isFresh(field, consoles));
    const figures: Record<string, number> = {};
    for (const fault of FAULTS) {
      const isCovered = fault.name === 'redis_killed' || (fault.isCovered && nodes === 2);
      const { ackS, freshS } = await fail(fault, cluster, field, consoles, isCovered);
      figures[`${fault.name}_${nodes}_ack_s`] = ackS;
      figures[`${fault.name}_${nodes}_fresh_s`] = freshS;
      await untilAcknowledged(field);
    }
    for (const each of consoles) each.close();
    await field.close();
    const { lost, doubled } = await countFaulty(database, field);
    return { ...figures, [`lost_${nodes}`]: lost, [`doubled_${nodes}`]: doubled };
  } finally {
    await database.end();
    await cluster.stop();
  }
}

process.send?.({ ...(await measure(2)), ...(await measure(1)) });
process.exit(0);
