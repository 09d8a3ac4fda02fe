import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { NodeBeat, type NodeFigures } from './node-beat.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const node = { id: randomUUID(), name: 'beats', version: '1', commit: null };
const rest = { consoles: 0, device_connections: 0, waiting_packets: 0, redis: 'none', loop_delay_ms: 0 } as const;

test('[W-344] a node stores since when its broker is away, whatever the number of its reports', async () => {
  const { database } = server.app;
  const beats: NodeBeat[] = [];
  const report = async (broker: NodeFigures['broker']): Promise<number> => {
    const figures = () => ({ ...rest, broker, disk_free_bytes: null, disk_size_bytes: null });
    const beat = new NodeBeat({ database, node, figures, log: createLog('silent') });
    beats.push(beat);
    await beat.start();
    const { rows } = await database.pool.query<{ broker_since: Date }>('select broker_since from nodes where id = $1', [
      node.id,
    ]);
    return rows[0]?.broker_since.getTime() ?? 0;
  };
  const upSince = await report('up');
  const awaySince = await report('away');
  const still = await report('away');
  await Promise.all(beats.map((beat) => beat.close()));
  expect(awaySince).toBeGreaterThan(upSince);
  expect(still).toBe(awaySince);
});
