import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startClusterWithBroker, type ClusterWithBroker } from './testing/cluster/cluster.ts';
import { MARKER_UIDS, STEADY_UIDS } from './testing/cluster/cluster-field.ts';
import {
  beginTrial,
  expectNodes,
  expectNothingLost,
  expectStored,
  expectTold,
  goOn,
  type ClusterTrial,
  WITHIN,
} from './testing/cluster/cluster-trial.ts';

// Two nodes whose devices connect to an external MQTT broker. The broker and a node fail in turn while a pig is on its
// way.

let cluster: ClusterWithBroker;
let trial: ClusterTrial;
beforeAll(async () => {
  cluster = await startClusterWithBroker([...MARKER_UIDS, ...STEADY_UIDS]);
  trial = await beginTrial(cluster);
});
afterAll(() => trial?.end());

async function restartBroker(): Promise<void> {
  for (const node of cluster.nodes) await expect.poll(() => node.isAtBroker(), WITHIN).toBe(false);
  await cluster.broker.start();
  for (const node of cluster.nodes) await expect.poll(() => node.isAtBroker(), WITHIN).toBe(true);
  await cluster.line.mend();
}

describe('a pig run on two nodes with an external broker', { timeout: 240_000 }, () => {
  test('the server follows the pig without a failure', async () => {
    await goOn(trial, 1);
    await expectTold(trial, 1);
  });

  test('the server follows the pig while a node is killed and restarted', async () => {
    const [a] = cluster.nodes;
    await a.end('SIGKILL');
    const gone = goOn(trial, 2);
    await expectNodes(trial.cluster, 'b');
    await a.start();
    await gone;
    await expectTold(trial, 2);
  });

  test('the server follows the pig after the broker stopped with queued messages; devices connect again once the nodes are back', async () => {
    for (const marker of [3, 4]) {
      await goOn(trial, marker);
      await expectTold(trial, marker);
    }
    await cluster.line.cut();
    const passed = trial.field.pass(5);
    await cluster.broker.stop();
    await restartBroker();
    await passed;
    await expectTold(trial, 5);
  });

  test('the server follows the pig after the broker was killed without queued messages', async () => {
    await cluster.line.cut();
    await expectStored(trial);
    await cluster.broker.kill();
    await restartBroker();
    await trial.field.pass(6);
    await expectTold(trial, 6);
  });

  test('the server has lost no acknowledged record, stored none twice and sent each mail once', async () => {
    await expectNothingLost(trial);
  });
});
