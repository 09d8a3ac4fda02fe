import { writeRun } from '@waymark/contract/runs/write-run';
import { changeMarker } from '@waymark/domain/run/changes';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readHeader, type ReceivedMail } from './platform/mail/test-smtp-server.ts';
import { startCluster, type Cluster } from './testing/cluster/cluster.ts';
import { ClusterConsole, fetchShown, type Shown } from './testing/cluster/cluster-console.ts';
import { openEars } from './testing/cluster/ears.ts';
import { MARKER_UIDS, openClusterField, STEADY_UIDS, type ClusterField } from './testing/cluster/cluster-field.ts';
import { SteadyCaller } from './testing/cluster/steady-caller.ts';

// An installation of several nodes as docs/operations.md describes it: two server processes behind the proxy, with
// PostgreSQL, Redis and an MQTT broker. While a pig is on its way each of them fails in turn.

const WITHIN = { timeout: 60_000, interval: 100 };

/** In the first of the failures: a device that had to connect again would say by itself that its battery is full. */
const LOW_BATTERIES = 4;

let cluster: Cluster;
let field: ClusterField;
let database: pg.Pool;
let consoles: readonly ClusterConsole[] = [];

beforeAll(async () => {
  cluster = await startCluster([...MARKER_UIDS, ...STEADY_UIDS]);
  await expectNodes('a', 'b');
  field = await openClusterField(cluster);
  database = new pg.Pool({ ...cluster.database, max: 2 });
  database.on('error', () => undefined);
  const { admin: caller, runId } = field;
  // Two at the proxy, which gives them to either, and one at each node.
  const urls = [cluster.proxy.url, cluster.proxy.url, ...cluster.nodes.map(({ address }) => address)];
  consoles = urls.map((url) => new ClusterConsole(url, { caller, runId, uids: MARKER_UIDS }));
});
afterAll(async () => {
  for (const each of consoles) each.close();
  await field?.close();
  await database?.end();
  await cluster?.stop();
});

const expectNodes = (...names: readonly string[]) =>
  vi.waitFor(async () => expect(await cluster.proxy.listUp()).toEqual(names), WITHIN);

const listPassed = async () =>
  (await field.readRun()).passages.map(({ markerName, isVerified }) => [markerName, isVerified]);

/** The subjects of all mails, each as often as it has come. */
const listMails = () => cluster.smtp.received.map(readSubject).toSorted();

/** Without pig and path. */
function readSubject(mail: ReceivedMail): string {
  return readHeader(mail, 'subject')?.replace(/^CLN-NODES: | \(Several nodes\)$/g, '') ?? '';
}

/** Without the devices that never rest. */
const keepWatched = (shown: Shown | undefined) =>
  shown && { ...shown, devices: shown.devices.filter(({ uid }) => MARKER_UIDS.includes(uid)) };

/** Every console shows what a fresh load shows. */
async function expectShown(keep: (shown: Shown | undefined) => Shown | undefined = keepWatched): Promise<void> {
  for (const each of consoles) {
    await vi.waitFor(async () => {
      expect(each.isConnected).toBe(true);
      expect(keep(await each.show())).toEqual(keep(await fetchShown(field.admin, field.runId, MARKER_UIDS)));
    }, WITHIN);
  }
}

/** What a pig and its devices do while something is broken: it passes a marker, and the battery of another runs low. */
async function goOn(marker: number): Promise<void> {
  await Promise.all([field.pass(marker), field.drain(marker + 2)]);
}

/** What must be so once all is well again, after the pig has passed that marker. */
async function expectTold(marker: number): Promise<void> {
  const markers = Array.from({ length: marker }, (_, at) => at + 1);
  await expect.poll(listPassed, WITHIN).toEqual(markers.map((each) => [`M${each}`, true]));
  const passages = markers.map((each) => `Passed M${each}`);
  const batteries = markers.slice(0, LOW_BATTERIES).map(() => 'AGM battery low');
  await expect.poll(listMails, WITHIN).toEqual(['Launched', ...passages, ...batteries].toSorted());
  await expectShown();
}

async function restartBroker(): Promise<void> {
  for (const node of cluster.nodes) await expect.poll(() => node.isAtBroker(), WITHIN).toBe(false);
  await cluster.broker.start();
  for (const node of cluster.nodes) await expect.poll(() => node.isAtBroker(), WITHIN).toBe(true);
  await cluster.line.mend();
}

/** Nothing that was acknowledged is still on its way. */
async function expectStored(): Promise<void> {
  for (const { uid, acknowledged } of field.steady)
    await expect.poll(() => listStored(uid), WITHIN).toEqual(expect.arrayContaining(acknowledged));
}

describe('while a pig is on its way', { timeout: 240_000 }, () => {
  test('all goes well', async () => {
    await goOn(1);
    await expectTold(1);
  });

  test('what is asked at one node is heard at the other: a command, a stream, a download', async () => {
    const [uid = 0] = MARKER_UIDS;
    const [a, b] = cluster.nodes;
    const atA = field.admin.at(a.address);
    const there = await openEars(b, field.admin);
    await atA.ask('POST', '/commands/queue', {
      uid,
      commandType: 'StreamEnable',
      timeStampSent: formatUtcSecond(Date.now()),
      parameters: { streamEnabled: true },
      fromStreamDialog: true,
    });
    // That it was queued may be told after that the other node has sent it.
    await expect.poll(() => there.commands.toSorted(), WITHIN).toEqual(['accepted', 'queued', 'sent']);
    await there.listen(uid);
    await expect.poll(() => there.frames(), WITHIN).toBeGreaterThan(3);

    const { launchAt } = await field.readRun();
    const [launchDate, receiveDate] = [launchAt ?? 0, Date.now()].map(formatUtcSecond);
    await atA.ask('POST', '/pigrun/DownloadRecordedPassageDataRequest', { launchDate, receiveDate, uidList: [uid] });
    await expect.poll(() => there.downloads.at(-1), WITHIN).toEqual('DC');
    there.close();
  });

  test('of two who change the same at two nodes the second is told so', async () => {
    const read = await field.readRun();
    const answers = [];
    for (const [at, { address }] of cluster.nodes.entries()) {
      const noted = changeMarker(read, 'M8', { note: `note ${at}` });
      if (!noted.ok) throw new Error(noted.failure);
      answers.push(await field.admin.at(address).call('POST', '/pigrun/add/', writeRun(noted.value, Date.now())));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    await expectShown();
  });

  test('a node is killed, and comes back', async () => {
    const [a] = cluster.nodes;
    await a.end('SIGKILL');
    const gone = goOn(2);
    await expectNodes('b');
    await a.start();
    await gone;
    await expectTold(2);
  });

  test('Redis is killed, and comes back empty', async () => {
    await cluster.redis.kill();
    await goOn(3);
    await cluster.redis.start();
    await expectTold(3);
  });

  test('the database crashes, and recovers', async () => {
    await cluster.postgres.crash();
    const gone = goOn(4);
    await expectNodes();
    await cluster.postgres.restart();
    await expectNodes('a', 'b');
    await gone;
    await expectTold(4);
  });

  test('the broker is stopped with what waits in it, and killed with nothing; devices are let in once the nodes are back', async () => {
    await cluster.line.cut();
    const passed = field.pass(5);
    await cluster.broker.stop();
    await restartBroker();
    await passed;
    await expectTold(5);

    await cluster.line.cut();
    await expectStored();
    await cluster.broker.kill();
    await restartBroker();
    await field.pass(6);
    await expectTold(6);
  });

  test('one node after the other is replaced, and nobody who asks is refused', async () => {
    const callers = [1, 2, 3, 4].map(() => new SteadyCaller(field.admin, field.runId, MARKER_UIDS[0] ?? 0));
    for (const node of cluster.nodes) {
      const other = cluster.nodes.find((each) => each !== node)?.name ?? '';
      const ended = node.end('SIGTERM');
      await expectNodes(other);
      expect((await ended).code).toBe(0);
      await node.start();
      await expectNodes('a', 'b');
    }
    const answers = await Promise.all(callers.map((caller) => caller.stop()));
    expect(answers.flatMap(({ failures }) => failures)).toEqual([]);
    for (const { count } of answers) expect(count).toBeGreaterThan(100);
    await expectShown();
  });

  test('after all that nothing is lost that was acknowledged, nothing is there twice, and every mail has come once', async () => {
    await Promise.all(field.steady.map((device) => device.stop()));
    for (const { uid, acknowledged } of field.steady) {
      await expect.poll(() => listStored(uid), WITHIN).toEqual(acknowledged);
      const { rows } = await database.query<{ count: string }>(
        `select sum(count) as count from record_counts where uid = $1 and kind = 'heartbeat'`,
        [uid],
      );
      expect(Number(rows[0]?.count)).toBe(acknowledged.length);
    }
    const { rows } = await database.query<{ status: string }>('select distinct status from outbox');
    expect(rows).toEqual([{ status: 'sent' }]);
    await expectShown((shown) => shown);
  });
});

async function listStored(uid: number): Promise<number[]> {
  const { rows } = await database.query<{ at: Date }>('select at from heartbeats where uid = $1 order by at', [uid]);
  return rows.map(({ at }) => at.getTime());
}
