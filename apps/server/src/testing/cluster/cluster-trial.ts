import type pg from 'pg';
import { expect, vi } from 'vitest';
import { readHeader, type ReceivedMail } from '../../platform/mail/test-smtp-server.ts';
import { ClusterConsole, fetchShown, type Shown } from './cluster-console.ts';
import { MARKER_UIDS, openClusterField, type ClusterField } from './cluster-field.ts';
import type { Cluster } from './cluster.ts';
import { openTestPool } from '../test-pool.ts';

// A pig on its way through a cluster, devices that publish all the time, and consoles that receive events.

export const WITHIN = { timeout: 60_000, interval: 100 };

/** During the first failures: a device that reconnects would report a full battery again. */
const LOW_BATTERIES = 4;

/** The mail subject without pig and path. */
function readSubject(mail: ReceivedMail): string {
  return readHeader(mail, 'subject')?.replace(/^CLN-NODES: | \(Several nodes\)$/g, '') ?? '';
}

/** Removes the steadily publishing devices. */
const keepWatched = (shown: Shown | undefined) =>
  shown && { ...shown, devices: shown.devices.filter(({ uid }) => MARKER_UIDS.includes(uid)) };

const listMarkers = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

export interface ClusterTrial {
  readonly cluster: Cluster;
  readonly field: ClusterField;
  readonly database: pg.Pool;
  readonly consoles: readonly ClusterConsole[];
  end(): Promise<void>;
}

export async function beginTrial(cluster: Cluster): Promise<ClusterTrial> {
  await expectNodes(cluster, 'a', 'b');
  const field = await openClusterField(cluster);
  const database = openTestPool({ ...cluster.database, max: 2 });
  database.on('error', () => undefined);
  const { admin: caller, runId } = field;
  // Two consoles at the proxy, which assigns them to any node, and one at each node.
  const urls = [cluster.proxy.url, cluster.proxy.url, ...cluster.nodes.map(({ address }) => address)];
  const consoles = urls.map((url) => new ClusterConsole(url, { caller, runId, uids: MARKER_UIDS }));
  const end = async () => {
    for (const each of consoles) each.close();
    await field.close();
    await database.end();
    await cluster.stop();
  };
  return { cluster, field, database, consoles, end };
}

/** The activity during a fault: the pig passes a marker, and the battery of another device runs low. */
export async function goOn({ field }: ClusterTrial, marker: number): Promise<void> {
  await Promise.all([field.pass(marker), field.drain(marker + 2)]);
}

async function listStored({ database }: ClusterTrial, uid: number): Promise<number[]> {
  const { rows } = await database.query<{ at: Date }>('select at from heartbeats where uid = $1 order by at', [uid]);
  return rows.map(({ at }) => at.getTime());
}

export async function expectNodes({ proxy }: Cluster, ...names: readonly string[]): Promise<void> {
  await vi.waitFor(async () => expect(await proxy.listUp()).toEqual(names), WITHIN);
}

/** Every console shows the state of a fresh load. */
export async function expectShown(
  { consoles, field }: ClusterTrial,
  keep: (shown: Shown | undefined) => Shown | undefined = keepWatched,
): Promise<void> {
  const { admin, runId } = field;
  for (const each of consoles) {
    await vi.waitFor(async () => {
      expect(each.isConnected).toBe(true);
      expect(keep(await each.show())).toEqual(keep(await fetchShown(admin, runId, MARKER_UIDS)));
    }, WITHIN);
  }
}

/** The run has verified passages up to this marker. */
export async function expectPassed({ field }: ClusterTrial, marker: number): Promise<void> {
  const listPassed = async () =>
    (await field.readRun()).passages.map(({ markerName, isVerified }) => [markerName, isVerified]);
  await expect.poll(listPassed, WITHIN).toEqual(listMarkers(marker).map((each) => [`M${each}`, true]));
}

/** Checks passages, mails and consoles after the system has recovered and the pig has passed this marker. */
export async function expectTold(trial: ClusterTrial, marker: number): Promise<void> {
  await expectPassed(trial, marker);
  const markers = listMarkers(marker);
  const passages = markers.map((each) => `Passed M${each}`);
  const batteries = markers.slice(0, LOW_BATTERIES).map(() => 'AGM battery low');
  const listMails = () => trial.cluster.smtp.received.map(readSubject).toSorted();
  await expect.poll(listMails, WITHIN).toEqual(['Launched', ...passages, ...batteries].toSorted());
  await expectShown(trial);
}

/** Every acknowledged heartbeat is stored. */
export async function expectStored(trial: ClusterTrial): Promise<void> {
  for (const { uid, acknowledged } of trial.field.steady)
    await expect.poll(() => listStored(trial, uid), WITHIN).toEqual(expect.arrayContaining(acknowledged));
}

/** Stops the devices and checks that no record is lost or stored twice and that every mail was sent once. */
export async function expectNothingLost(trial: ClusterTrial): Promise<void> {
  const { field, database } = trial;
  await Promise.all(field.steady.map((device) => device.stop()));
  for (const { uid, acknowledged } of field.steady) {
    await expect.poll(() => listStored(trial, uid), WITHIN).toEqual(acknowledged);
    const { rows } = await database.query<{ count: string }>(
      `select sum(count) as count from record_counts where uid = $1 and kind = 'heartbeat'`,
      [uid],
    );
    expect(Number(rows[0]?.count)).toBe(acknowledged.length);
  }
  const { rows } = await database.query<{ status: string }>('select distinct status from outbox');
  expect(rows).toEqual([{ status: 'sent' }]);
  await expectShown(trial, (shown) => shown);
}
