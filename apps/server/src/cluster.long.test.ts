import { changeMarker } from '@waymark/domain/run/changes/changes';
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
import { recordConsoleEvents } from './testing/cluster/console-events.ts';
import { SteadyCaller } from './testing/cluster/steady-caller.ts';

// An installation of several nodes as docs/operations.md describes it: two servers behind the proxy, PostgreSQL and
// Redis. Each of them fails in turn while a pig is on its way.

let trial: ClusterTrial;
beforeAll(async () => {
  trial = await beginTrial(await startCluster());
});
afterAll(() => trial?.end());

/** Lists the devices at markers that consoles show as offline. */
async function listOffline(): Promise<number[]> {
  const { rows } = await trial.database.query<{ uid: string }>(
    'select uid from device_states where not is_connected and uid = any($1) order by uid',
    [MARKER_UIDS],
  );
  return rows.map(({ uid }) => Number(uid));
}

describe('a pig run on two nodes', { timeout: 240_000 }, () => {
  test('the server follows the pig without a failure', async () => {
    await goOn(trial, 1);
    await expectTold(trial, 1);
  });

  test("a command, a stream and a download that are requested at one node reach the other node's consoles", async () => {
    const [uid = 0] = MARKER_UIDS;
    const [a, b] = trial.cluster.nodes;
    const atA = trial.field.admin.at(a.address);
    const there = await recordConsoleEvents(b, trial.field.admin);
    await atA.ask('POST', '/commands/queue', {
      uid,
      commandType: 'StreamEnable',
      timeStampSent: formatUtcSecond(Date.now()),
      parameters: { streamEnabled: true },
      fromStreamDialog: true,
    });
    // The other node may report the command as sent before this one reports it as queued.
    await expect.poll(() => there.commands.toSorted(), WITHIN).toEqual(['accepted', 'queued', 'sent']);
    await there.listen(uid);
    await expect.poll(() => there.frames(), WITHIN).toBeGreaterThan(3);

    const { launchAt } = await trial.field.readRun();
    const [launchDate, receiveDate] = [launchAt ?? 0, Date.now()].map(formatUtcSecond);
    await atA.ask('POST', '/pigrun/DownloadRecordedPassageDataRequest', { launchDate, receiveDate, uidList: [uid] });
    await expect.poll(() => there.downloads.at(-1), WITHIN).toEqual('DC');
    there.close();
  });

  test('a second change of the same run at another node is refused as a conflict', async () => {
    const read = await trial.field.readRun();
    const answers = [];
    for (const [at, { address }] of trial.cluster.nodes.entries()) {
      const noted = changeMarker(read, 'M8', { note: `note ${at}` });
      if (!noted.ok) throw new Error(noted.failure.code);
      answers.push(await trial.field.admin.at(address).call('POST', '/pigrun/add/', writeRun(noted.value, Date.now())));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    await expectShown(trial);
  });

  test('the server follows the pig while a node is killed and restarted', async () => {
    const [a] = trial.cluster.nodes;
    await a.end('SIGKILL');
    const gone = goOn(trial, 2);
    await expectNodes(trial.cluster, 'b');
    await a.start();
    await gone;
    await expectTold(trial, 2);
  });

  test('the server follows the pig while Redis is killed and comes back empty', async () => {
    await trial.cluster.redis.kill();
    await goOn(trial, 3);
    await trial.cluster.redis.start();
    await expectTold(trial, 3);
  });

  test('the server follows the pig while the database crashes and recovers', async () => {
    await trial.cluster.postgres.crash();
    const gone = goOn(trial, 4);
    await expectNodes(trial.cluster);
    await trial.cluster.postgres.restart();
    await expectNodes(trial.cluster, 'a', 'b');
    await gone;
    await expectTold(trial, 4);
  });

  test('[W-119] a node stands still: its devices connect to the other node, and none of them is shown as offline', async () => {
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

  test('the nodes are replaced one after the other without a refused call', async () => {
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

  test('[W-119] the server has lost no acknowledged record, stored none twice and sent each mail once', async () => {
    await expectNothingLost(trial);
  });
});
