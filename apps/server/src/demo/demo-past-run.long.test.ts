import { finishedRunsRoutes } from '@waymark/contract/routes/finished-runs';
import { pigRun } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import { listMissing } from '@waymark/domain/run/estimate/missing';
import { isManual, type Run } from '@waymark/domain/run/run';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOptions } from '../../../simulator/src/options.ts';
import { runSimulator } from '../../../simulator/src/run-simulator.ts';
import { buildRun, listLaunches } from '../../../simulator/src/pig/pig-run.ts';
import { planFleet } from '../../../simulator/src/scenario/plan-fleet.ts';
import { readScenario } from '../../../simulator/src/scenario/read-scenario.ts';
import { findFreePort } from '../testing/server-process.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { listFlags } from './demo-fleet.ts';

// A new demo contains a completed run, to correct and to report on.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LINE = 'El Dorado - Ottawa';
/** Most pigs need less there; the simulated history is slightly longer. */
const JOURNEY_H = 15;
const HISTORY_DAYS = (JOURNEY_H + 1) / 24;

/** A time at which a pig of the timetable has just arrived: the last one that was fast enough. */
async function findArrival(): Promise<number> {
  const { pigs, seed } = planFleet(await readScenario('demo'));
  const service = pigs.find(({ line }) => line.name === LINE);
  if (!service) throw new Error('no pigs');
  const now = Date.now();
  for (const launchAt of listLaunches(service, now - 14 * DAY_MS, now, 0).toReversed()) {
    const arrivedAt = launchAt + JOURNEY_H * HOUR_MS;
    if (arrivedAt <= now && buildRun(service, launchAt, seed).receiveAt < arrivedAt) return arrivedAt;
  }
  throw new Error('no pig was fast enough');
}

let server: TestServer;
let links: { readonly mqttPort: number; readonly iridiumPort: number };
let token: string;

beforeAll(async () => {
  links = { mqttPort: await findFreePort(), iridiumPort: await findFreePort() };
  server = await startTestServer({
    settings: { WAYMARK_MQTT_PORT: String(links.mqttPort), WAYMARK_IRIDIUM_PORT: String(links.iridiumPort) },
  });
  token = (await server.signIn('admin@demo.waymark')).token;
});
afterAll(() => server.close());

async function ask(method: string, address: string): Promise<unknown> {
  const response = await server.call(method, `/api${address}`, { token });
  expect(response.status).toBe(200);
  return response.json();
}

/** Runs the demo's devices at another time. */
async function startAndStop(at: number): Promise<void> {
  const flags = listFlags({ host: '127.0.0.1', port: Number(new URL(server.address).port), ...links });
  const fleet = await runSimulator({ ...readOptions(flags), 'history-days': HISTORY_DAYS }, () => at);
  await fleet.started;
  await fleet.stop();
}

async function listFinished(): Promise<Run[]> {
  const { runList } = finishedRunsRoutes.listFinishedRuns.reply.parse(
    await ask('GET', `/pigrun/finished?search=${encodeURIComponent(LINE)}`),
  );
  return Promise.all(runList.map(async ({ runId }) => readRun(pigRun.parse(await ask('GET', `/pigrun/${runId}`)))));
}

test('[W-109] the demo has a completed run with verified passages, one passage to review, one set by hand and a missed marker', async () => {
  const arrivedAt = await findArrival();
  await startAndStop(arrivedAt);
  const [run, ...others] = await listFinished();
  if (!run) throw new Error('there is no completed run');
  expect(others).toEqual([]);
  expect([run.path.name, run.pig, run.jobNumber]).toEqual([LINE, 'MFL-08-01', null]);
  expect(run.completedAt).toBeLessThan(arrivedAt);
  const atMarkers = run.passages.filter(({ markerName }) => markerName !== null);
  expect(atMarkers.filter(({ isVerified, uid }) => isVerified && uid !== null).length).toBeGreaterThan(4);
  expect(atMarkers.filter(({ isVerified }) => !isVerified).length).toBeGreaterThan(0);
  expect(run.passages.filter(isManual)).toMatchObject([{ isVerified: true }]);
  expect(listMissing(run).length).toBeGreaterThan(0);
  // A pig with magnets and a transmitter: MAG detects it, and the passage keeps the frequency.
  expect(atMarkers.some(({ magId, elfId, frequency }) => magId !== null && elfId !== null && frequency === 22)).toBe(
    true,
  );
  expect(run.path.notifications).toEqual([]);

  await startAndStop(arrivedAt + HOUR_MS);
  expect(await listFinished()).toEqual([run]);
});
