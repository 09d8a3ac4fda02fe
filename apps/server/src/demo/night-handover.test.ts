import type { Handover, HandoverRow } from '@waymark/contract/shift/handover';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../hub/testing/manual-clock.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../features/devices/testing/device-world.ts';
import { makeToldRuns } from '../features/runs/alerts/testing/told-runs.ts';
import { handOverNight } from './night-handover.ts';

const MINUTE_MS = 60_000;
let server: TestServer;
let world: DeviceWorld;
beforeAll(async () => {
  server = await startTestServer({ runClock: new ManualClock() });
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());

const list = async () =>
  (await world.fetch<{ handovers: HandoverRow[] }>('admin', '/shift/handovers?rowsPerPage=200')).handovers;

test('the night of the demo is handed over once, with its runs, when its devices are connected', async () => {
  const { database } = server.app;
  const handOver = (minutes: number) => handOverNight(database, Date.now() + minutes * MINUTE_MS);
  expect(await handOver(0)).toBe(false);
  const runId = await makeToldRuns(server, world).launch({ rules: [], launchAt: Date.now() - MINUTE_MS });
  expect(await handOver(0)).toBe(false);
  expect(await list()).toHaveLength(1);
  expect(await handOver(1)).toBe(false);
  await database.pool.query('update device_states set is_connected = true');
  expect(await handOver(1)).toBe(true);
  expect(await handOver(2)).toBe(true);
  const [night, ...others] = await list();
  expect(others).toHaveLength(1);
  expect(night).toMatchObject({ signed: { name: 'Lee Carter' }, accepted: null });
  const { handover } = await world.fetch<{ handover: Handover }>('admin', `/shift/handovers/${night?.id}`);
  expect(handover.sheet.runs.rows).toMatchObject([{ runId }]);
  expect(handover.sheet.notes.rows.map(({ by }) => by)).toEqual(['Lee Carter', 'Lee Carter']);
});
