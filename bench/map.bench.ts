// Opens the console's map with 500, 5,000 and 20,000 devices in a headless browser against the real server. First
// measures the time from the click on Submit until markers are drawn and a click has selected one. Then every device is
// connected over MQTT, and heartbeats with slightly moved places arrive at 100, 500 and 2,000 a second. Before that, 300
// active runs move on one line that fills the screen. Server, database, devices and a browser without a graphics card
// share the machine, so the same page without devices gives the frame rate and load to compare with.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { INITIAL_VIEW } from '../apps/console/src/map/camera/last-view.ts';
import { DEMO_SIGN_INS } from '../apps/server/src/demo/demo-sign-ins.ts';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { insertFleet, LONELY, makeFleet } from './map-fleet.ts';
import {
  enter,
  launchBrowser,
  measureLoad,
  measureReadiness,
  openLogin,
  type Load,
  type Readiness,
} from './map-page.ts';
import type { LoadOrder } from './mqtt-load.ts';
import { median, report, type Aim } from './report.ts';
import { launchRuns } from './run-fill.ts';
import { inTemporaryFolder, startBenchServer } from './server.ts';
import { isShort } from './short.ts';

const STAGES = [
  { devices: 500, perS: 100 },
  { devices: 5000, perS: 500 },
  { devices: isShort ? 6000 : 20_000, perS: 2000 },
] as const;
const RUNS = isShort ? 8 : 300;
/** `-- map 20000` or `-- map runs` measures only that. */
const chosen = process.argv.slice(2).filter((word) => /^\d+$|^runs$/.test(word));
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);

/** Each connection needs a file descriptor, often limited to 20,000: half of the largest fleet sends, twice as often. */
const MOST_CONNECTED = 10_000;

const SIGN_INS = isShort ? 1 : 5;
const SETTLE_MS = isShort ? 500 : 5000;
const FOR_MS = isShort ? 1000 : 15_000;
const HOUR_MS = 3_600_000;

/** Counts only our own drawing. */
const NO_TILES = Object.fromEntries(
  ['BASIC', 'STREETS', 'SATELLITE', 'DEFAULT', 'RADAR'].map((layer) => [`WAYMARK_TILES_${layer}`, 'off']),
);
const watchAmong = (devices: number) => ({ ...LONELY, devices, view: INITIAL_VIEW });

interface Place {
  readonly browser: Browser;
  readonly address: string;
  readonly mqttPort: number;
  readonly dataDir: string;
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function readStored(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  return Number(/^waymark_device_messages\{kind="stored"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
}

/** Waits until all are connected and the first heartbeat is stored. Returns a function that stops the load. */
async function startUpdates(
  { address, mqttPort }: Place,
  devices: LoadOrder['devices'],
  perS: number,
): Promise<() => void> {
  const order: LoadOrder = { port: mqttPort, devices, window: 1, perS, warmUpMs: 0, forMs: HOUR_MS };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'mqtt-load.ts')], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const failed = new Promise<never>((_, reject) =>
    child.once('exit', () => reject(new Error('the process of the devices exited'))),
  );
  failed.catch(() => undefined);
  const before = await readStored(address);
  child.stdin.end(JSON.stringify(order));
  while ((await readStored(address)) === before) await Promise.race([rest(100), failed]);
  return () => child.kill();
}

async function signInRepeatedly({ browser, address }: Place, devices: number): Promise<Readiness[]> {
  const times: Readiness[] = [];
  for (let signIn = 0; signIn < SIGN_INS; signIn++) {
    const page = await openLogin(browser, address, watchAmong(devices));
    times.push(await measureReadiness(page));
    await page.context().close();
  }
  return times;
}

async function measureUpdates(place: Place, fleet: LoadOrder['devices'], perS: number): Promise<Load> {
  const page = await openLogin(place.browser, place.address, watchAmong(fleet.length));
  await measureReadiness(page);
  const stopUpdates = await startUpdates(place, fleet, perS);
  try {
    await rest(SETTLE_MS);
    return await measureLoad(page, FOR_MS);
  } finally {
    stopUpdates();
    await page.context().close();
  }
}

/** The page without devices: the highest frame rate of this machine, and its cost. */
async function measureEmpty({ browser, address }: Place): Promise<Load> {
  const page = await openLogin(browser, address, watchAmong(0));
  await enter(page);
  await rest(SETTLE_MS);
  const load = await measureLoad(page, FOR_MS);
  await page.context().close();
  return load;
}

const BOARD = '[role=dialog][aria-label^="Board of runs"]';

/** Chooses a run on the board, which opens by itself, so that its line with all pigs fills the map. */
async function showRuns(page: Page): Promise<void> {
  await enter(page);
  await page.getByText(`${RUNS} active runs`).first().waitFor();
  const board = page.locator(BOARD);
  await board.getByLabel('Find a run').fill('PIG-001');
  await board.locator('[data-run]', { hasText: 'PIG-001' }).click();
  await board.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Menu of PIG-001' }).click();
  await page.getByRole('menuitem', { name: 'Fit Run' }).click();
}

/** Active runs whose pigs are all on the screen and move. */
async function measureRuns(place: Place): Promise<Load> {
  await insertFleet(findEmbeddedConnection(place.dataDir), makeFleet(1), DEMO_SIGN_INS[0].email);
  await launchRuns(place.address, { count: RUNS, uid: LONELY.uid, startedMinutesAgo: (index) => index % 200 });
  const page = await openLogin(place.browser, place.address, watchAmong(0));
  await showRuns(page);
  await rest(SETTLE_MS);
  const load = await measureLoad(page, FOR_MS);
  await page.context().close();
  return load;
}

const nameLoad = (devices: number, { fps, busy, cpu }: Load) => ({
  [`fps_${devices}`]: fps,
  [`busy_${devices}`]: busy,
  [`cpu_${devices}`]: cpu,
});

function describeLoad(devices: number, { events, longTasks, longestMs, ms }: Load): void {
  const eventsPerS = Math.round(events / (ms / 1000));
  console.log(
    `${devices} devices: ${eventsPerS} events/s arrived; ${longTasks} tasks over 50 ms, the longest ${Math.round(longestMs)} ms`,
  );
}

async function measureFleets(place: Place): Promise<Record<string, number>> {
  const figures: Record<string, number> = { ...nameLoad(0, await measureEmpty(place)) };
  for (const { devices, perS } of STAGES.filter((stage) => isChosen(String(stage.devices)))) {
    const fleet = makeFleet(devices);
    await insertFleet(findEmbeddedConnection(place.dataDir), fleet, DEMO_SIGN_INS[0].email);
    const times = await signInRepeatedly(place, devices);
    figures[`ready_s_${devices}`] = median(times.map(({ readyS }) => readyS));
    figures[`drawn_s_${devices}`] = median(times.map(({ drawnS }) => drawnS));
    const load = await measureUpdates(place, fleet.slice(0, MOST_CONNECTED), perS);
    describeLoad(devices, load);
    Object.assign(figures, nameLoad(devices, load));
  }
  return figures;
}

/** Each measurement has a server of its own. */
async function onServer<Outcome>(browser: Browser, measure: (place: Place) => Promise<Outcome>): Promise<Outcome> {
  return inTemporaryFolder(async (dataDir) => {
    const mqttPort = await findFreePort();
    const server = await startBenchServer(dataDir, { WAYMARK_MQTT_PORT: String(mqttPort), ...NO_TILES });
    try {
      return await measure({ browser, address: server.address, mqttPort, dataDir });
    } finally {
      await server.stop();
    }
  });
}

const AIMS = {
  ready_s_5000: 2,
  busy_5000: 0.2,
  ready_s_20000: 4,
  busy_20000: 0.35,
  busy_300_runs: 0.4,
} as const;

if (!existsSync(path.resolve(import.meta.dirname, '../apps/console/dist/index.html'))) {
  throw new Error('The console is not built: npm run build');
}
const browser = await launchBrowser();
try {
  const figures: Record<string, number> = {};
  if (isChosen('runs')) {
    const { fps, busy, cpu } = await onServer(browser, measureRuns);
    Object.assign(figures, { fps_300_runs: fps, busy_300_runs: busy, cpu_300_runs: cpu });
  }
  if (STAGES.some(({ devices }) => isChosen(String(devices)))) {
    Object.assign(figures, await onServer(browser, measureFleets));
  }
  const aims = Object.entries(AIMS).flatMap(([name, aim]): Aim[] => {
    const value = figures[name];
    return value === undefined ? [] : [{ name, value, op: '<=', aim }];
  });
  report('map', figures, aims);
} finally {
  await browser.close();
}
