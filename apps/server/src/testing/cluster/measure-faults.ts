// The process of the bench `faults`: breaks each part of an installation in each way while devices publish, on two
// nodes behind the proxy, then on one. Measures the time without acknowledgements, the time until all consoles are
// current, and lost or duplicate records.
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ClusterConsole, fetchShown, type Shown } from './cluster-console.ts';
import { MARKER_UIDS, openClusterField, type ClusterField } from './cluster-field.ts';
import { startCluster, type Cluster, type ClusterNode } from './cluster.ts';
import { openTestPool } from '../test-pool.ts';

/** The bench can pass a shorter time to test itself. */
const LASTS_MS = Number(process.argv[2] ?? 8000);
const LOOK_MS = 50;
const MOST_MS = 180_000;

/** Delays no exchange by more than ten times a usual round trip of 100 ms. */
const SLOW_LINE_MS = 500;
const SHARE_MS = { all: 50, running: 5 };

interface Fault {
  readonly name: string;
  /** Whether devices are acknowledged during the fault: always, only through another node, or not. */
  readonly goesOn: 'always' | 'elsewhere' | 'no';
  /** `loaded`: the node to which the devices are connected. Returns the function that ends the fault. */
  begin(cluster: Cluster, loaded: ClusterNode): Promise<End> | End;
}

type End = () => Promise<void> | void;

interface Program {
  freeze(): void;
  goOn(): void;
}

function freeze(program: Program): End {
  program.freeze();
  return () => program.goOn();
}

/** Lets the process run a tenth of the time. */
function slow(program: Program): End {
  let rest: NodeJS.Timeout | undefined;
  const turn = setInterval(() => {
    program.goOn();
    rest = setTimeout(() => program.freeze(), SHARE_MS.running);
  }, SHARE_MS.all);
  return () => {
    clearInterval(turn);
    clearTimeout(rest);
    program.goOn();
  };
}

const FAULTS: readonly Fault[] = [
  {
    name: 'node_killed',
    goesOn: 'elsewhere',
    begin: ({ nodes: [node] }) => {
      void node.end('SIGKILL');
      return () => node.start();
    },
  },
  { name: 'node_frozen', goesOn: 'elsewhere', begin: (_cluster, loaded) => freeze(loaded) },
  { name: 'node_slowed', goesOn: 'always', begin: (_cluster, loaded) => slow(loaded) },
  {
    name: 'redis_killed',
    goesOn: 'always',
    begin: async ({ redis }) => {
      await redis.kill();
      return () => redis.start();
    },
  },
  { name: 'redis_frozen', goesOn: 'always', begin: ({ redis }) => freeze(redis) },
  { name: 'redis_slowed', goesOn: 'always', begin: ({ redis }) => slow(redis) },
  {
    name: 'database_killed',
    goesOn: 'no',
    begin: async ({ postgres }) => {
      await postgres.crash();
      return () => postgres.restart();
    },
  },
  { name: 'database_frozen', goesOn: 'no', begin: ({ postgres }) => freeze(postgres) },
  { name: 'database_slowed', goesOn: 'always', begin: ({ postgres }) => slow(postgres) },
  {
    name: 'line_cut',
    goesOn: 'no',
    begin: async ({ line }) => {
      await line.cut();
      return () => line.mend();
    },
  },
  {
    name: 'line_frozen',
    goesOn: 'no',
    begin: ({ line }) => {
      line.hold();
      return () => line.mend();
    },
  },
  {
    name: 'line_slowed',
    goesOn: 'always',
    begin: ({ line }) => {
      line.slow(SLOW_LINE_MS);
      return () => line.mend();
    },
  },
];

const seconds = (fromMs: number) => (performance.now() - fromMs) / 1000;

/** `look` returns what is missing, or null. */
async function until(when: string, look: () => Promise<string | null> | string | null): Promise<void> {
  const startedAt = performance.now();
  for (let missing = await look(); missing !== null; missing = await look()) {
    if (performance.now() - startedAt > MOST_MS) throw new Error(`three minutes ${when}: ${missing}`);
    await sleep(LOOK_MS);
  }
}

/** Resolves when every steadily publishing device has been acknowledged again. */
function untilAcknowledged({ steady }: ClusterField, when: string): Promise<void> {
  const before = steady.map(({ acknowledged }) => acknowledged.length);
  return until(when, () => {
    const silent = steady.filter(({ acknowledged }, at) => acknowledged.length <= (before[at] ?? 0) + 1);
    return silent.length > 0 ? `${silent.length} devices without an acknowledgement` : null;
  });
}

/** Removes the steadily publishing devices. */
const keepWatched = (shown: Shown) => ({
  ...shown,
  devices: shown.devices.filter(({ uid }) => MARKER_UIDS.includes(uid)),
});

/** What a console shows otherwise than a fresh load would; null: nothing. */
async function findStale({ admin, runId }: ClusterField, consoles: readonly ClusterConsole[]): Promise<string | null> {
  const fresh = await fetchShown(admin, runId, MARKER_UIDS).catch(() => null);
  if (!fresh) return 'no fresh load';
  for (const [at, each] of consoles.entries()) {
    const shown = each.isConnected ? await each.show() : undefined;
    if (!shown) return `console ${at}: not connected`;
    const stale = listStale(keepWatched(shown), keepWatched(fresh));
    if (stale.length > 0) return `console ${at}: ${stale.join('; ')}`;
  }
  return null;
}

function listStale(shown: Shown, fresh: Shown): string[] {
  const ofDevices = fresh.devices.flatMap((device) => {
    const other = shown.devices.find(({ uid }) => uid === device.uid);
    if (!other) return [`no device ${device.uid}`];
    return (Object.keys(device) as Array<keyof typeof device>).flatMap((field) =>
      isDeepStrictEqual(device[field], other[field])
        ? []
        : [`${field} of ${device.uid}: ${JSON.stringify(other[field])}, not ${JSON.stringify(device[field])}`],
    );
  });
  const others = (['passageIds', 'run'] as const).filter((part) => !isDeepStrictEqual(shown[part], fresh[part]));
  return [...ofDevices, ...others, ...(shown.devices.length === fresh.devices.length ? [] : ['number of devices'])];
}

interface Outcome {
  readonly ackS: number;
  readonly freshS: number;
}

/**
 * Measures seconds without an acknowledgement (excluding the fault itself where no node can acknowledge), and until all
 * consoles are current.
 */
async function fail(
  fault: Fault,
  cluster: Cluster,
  field: ClusterField,
  consoles: readonly ClusterConsole[],
  nodes: 1 | 2,
): Promise<Outcome> {
  // The first fault kills node a, so devices are connected to node b.
  const loaded = nodes === 2 && fault.name === 'node_frozen' ? cluster.nodes[1] : cluster.nodes[0];
  const startedAt = performance.now();
  const end = await fault.begin(cluster, loaded);
  const acknowledged = untilAcknowledged(field, `during ${fault.name}`).then(() => seconds(startedAt));
  await sleep(LASTS_MS);
  const endedAt = performance.now();
  await end();
  const waitedS = await acknowledged;
  await until(`after ${fault.name} on ${nodes}`, () => findStale(field, consoles));
  const isCovered = fault.goesOn === 'always' || (fault.goesOn === 'elsewhere' && nodes === 2);
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
  const database = openTestPool({ ...cluster.database, max: 1 });
  database.on('error', () => undefined);
  try {
    for (const kind of ['nodes', 'devices'] as const)
      await until('at the start', async () => {
        const up = await cluster.proxy.listUp(kind).catch(() => []);
        return up.length === 2 ? null : `a second node of ${kind} in the proxy`;
      });
    const field = await openClusterField(cluster);
    if (nodes === 1) {
      await cluster.nodes[1].end('SIGTERM');
      await untilAcknowledged(field, 'after the end of a node');
    }
    const consoles = [0, 1].map(
      () => new ClusterConsole(cluster.proxy.url, { caller: field.admin, runId: field.runId, uids: MARKER_UIDS }),
    );
    await until('at the start', () => findStale(field, consoles));
    const figures: Record<string, number> = {};
    for (const fault of FAULTS) {
      const { ackS, freshS } = await fail(fault, cluster, field, consoles, nodes);
      figures[`${fault.name}_${nodes}_ack_s`] = ackS;
      figures[`${fault.name}_${nodes}_fresh_s`] = freshS;
      await untilAcknowledged(field, `after ${fault.name} on ${nodes}`);
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
