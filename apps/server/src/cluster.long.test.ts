import { changeMarker } from '@waymark/domain/run/changes';
import { writeRun } from '@waymark/contract/runs/write-run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCluster } from './testing/cluster/cluster.ts';
import { MARKER_UIDS } from './testing/cluster/cluster-field.ts';
import {
  beginTrial,
  expectNodes,
  expectNothingLost,
  expectPassed,
  expectShown,
  expectStored,
  expectTold,
  goOn,
  type ClusterTrial,
  WITHIN,
} from './testing/cluster/cluster-trial.ts';
import { openEars } from './testing/cluster/ears.ts';
import { SteadyCaller } from './testing/cluster/steady-caller.ts';

// An installation of several nodes as docs/operations.md describes it: two server processes behind the proxy, to which people
// and devices connect, with PostgreSQL and Redis. While a pig is on its way each of them fails in turn.

let trial: ClusterTrial;
beforeAll(async () => {
  trial = await beginTrial(await startCluster());
});
afterAll(() => trial?.end());

/** The devices at markers that the screens show as offline. */
async function listOffline(): Promise<number[]> {
  const { rows } = await trial.database.query<{ uid: string }>(
    'select uid from device_states where not is_connected and uid = any($1) order by uid',
    [MARKER_UIDS],
  );
  return rows.map(({ uid }) => Number(uid));
}

describe('while a pig is on its way', { timeout: 240_000 }, () => {
  test('all goes well', async () => {
    await goOn(trial, 1);
    await expectTold(trial, 1);
  });

  test('what is asked at one node is heard at the other: a command, a stream, a download', async () => {
    const [uid = 0] = MARKER_UIDS;
    const [a, b] = trial.cluster.nodes;
    const atA = trial.field.admin.at(a.address);
    const there = await openEars(b, trial.field.admin);
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

    const { launchAt } = await trial.field.readRun();
    const [launchDate, receiveDate] = [launchAt ?? 0, Date.now()].map(formatUtcSecond);
    await atA.ask('POST', '/pigrun/DownloadRecordedPassageDataRequest', { launchDate, receiveDate, uidList: [uid] });
    await expect.poll(() => there.downloads.at(-1), WITHIN).toEqual('DC');
    there.close();
  });

  test('of two who change the same at two nodes the second is told so', async () => {
    const read = await trial.field.readRun();
    const answers = [];
    for (const [at, { address }] of trial.cluster.nodes.entries()) {
      const noted = changeMarker(read, 'M8', { note: `note ${at}` });
      if (!noted.ok) throw new Error(noted.failure);
      answers.push(await trial.field.admin.at(address).call('POST', '/pigrun/add/', writeRun(noted.value, Date.now())));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    await expectShown(trial);
  });

  test('a node is killed, and comes back', async () => {
    const [a] = trial.cluster.nodes;
    await a.end('SIGKILL');
    const gone = goOn(trial, 2);
    await expectNodes(trial.cluster, 'b');
    await a.start();
    await gone;
    await expectTold(trial, 2);
  });

  test('Redis is killed, and comes back empty', async () => {
    await trial.cluster.redis.kill();
    await goOn(trial, 3);
    await trial.cluster.redis.start();
    await expectTold(trial, 3);
  });

  test('the database crashes, and recovers', async () => {
    await trial.cluster.postgres.crash();
    const gone = goOn(trial, 4);
    await expectNodes(trial.cluster);
    await trial.cluster.postgres.restart();
    await expectNodes(trial.cluster, 'a', 'b');
    await gone;
    await expectTold(trial, 4);
  });

  test('[W-119] a node stands still: devices go on at the other, and none of them is shown as offline', async () => {
    const [a] = trial.cluster.nodes;
    a.freeze();
    await trial.field.pass(5);
    await expectNodes(trial.cluster, 'b');
    await expectPassed(trial, 5);
    await expectStored(trial);
    expect(await listOffline()).toEqual([]);
    a.goOn();
    await expectNodes(trial.cluster, 'a', 'b');
    await trial.field.pass(6);
    await expectTold(trial, 6);
    expect(await listOffline()).toEqual([]);
  });

  test('one node after the other is replaced, and nobody who asks is refused', async () => {
    const callers = [1, 2, 3, 4].map(() => new SteadyCaller(trial.field.admin, trial.field.runId, MARKER_UIDS[0] ?? 0));
    for (const node of trial.cluster.nodes) {
      const other = trial.cluster.nodes.find((each) => each !== node)?.name ?? '';
      const ended = node.end('SIGTERM');
      await expectNodes(trial.cluster, other);
      expect((await ended).code).toBe(0);
      await node.start();
      await expectNodes(trial.cluster, 'a', 'b');
    }
    const answers = await Promise.all(callers.map((caller) => caller.stop()));
    expect(answers.flatMap(({ failures }) => failures)).toEqual([]);
    for (const { count } of answers) expect(count).toBeGreaterThan(100);
    await expectShown(trial);
  });

  test('[W-119] after all that nothing is lost that was acknowledged, nothing is there twice, and every mail has come once', async () => {
    await expectNothingLost(trial);
  });
});
