// Opens the console with 300 active runs in a headless browser against the real server: the board of runs is open, and
// the main thread's load is measured. Then the time from a click until the sorted, filtered or opened table is on the
// screen, in frames of the page itself. Server, database and a browser without a graphics card share the machine.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { DEMO_SIGN_INS } from '../apps/server/src/demo/demo-sign-ins.ts';
import { buildLaunch, buildPathOf, minutesAgo, type RunChoice } from '../e2e/run-site.ts';
import { readPath, writePath } from '../packages/contract/src/runs/read-path.ts';
import { formatUtcSecond } from '../packages/domain/src/time/utc.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { insertFleet, LONELY, makeFleet } from './map-fleet.ts';
import { enter, launchBrowser, measureLoad, openLogin } from './map-page.ts';
import { INITIAL_VIEW } from '../apps/console/src/map/camera/map-limits.ts';
import { median, report } from './report.ts';
import { inTemporaryFolder, startBenchServer } from './server.ts';
import { isShort } from './short.ts';
import { signInAdmin } from './sign-in.ts';

const RUNS = isShort ? 12 : 300;
const SHEET_MARKERS = isShort ? 20 : 200;
/** Even: sort and filter are as before when the last try is over. */
const TRIES = isShort ? 2 : 10;
const SETTLE_MS = isShort ? 1000 : 6000;
const FOR_MS = isShort ? 1000 : 15_000;

const NO_TILES = Object.fromEntries(
  ['BASIC', 'STREETS', 'SATELLITE', 'DEFAULT', 'RADAR'].map((layer) => [`WAYMARK_TILES_${layer}`, 'off']),
);

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const place = (count: number, everyM: number) =>
  Array.from({ length: count }, (_none, at) => ({ name: `M${at + 1}`, atM: (at + 1) * everyM }));

async function launch(call: Call, choice: RunChoice): Promise<void> {
  const sent = buildPathOf(choice);
  const pathId = await call('POST', '/pigrun/pigpath/add', writePath(sent));
  const saved = await call('GET', `/pigrun/pigpath/${String(pathId)}`);
  const pig = choice.pig ?? '';
  await call('POST', '/pigrun/add/', buildLaunch(readPath(saved as never), pig, formatUtcSecond(choice.launchAt)));
}

type Call = (method: string, address: string, body?: unknown) => Promise<unknown>;

function callAs(address: string, token: string): Call {
  return async (method, route, body) => {
    const answer = await fetch(`${address}/api${route}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as unknown;
  };
}

/** Runs of 20 markers in different states, and one of many markers for the sheet. */
async function launchAll(call: Call, uid: number): Promise<void> {
  for (let at = 1; at < RUNS; at++) {
    const pig = `PIG-${String(at).padStart(3, '0')}`;
    const launchAt = minutesAgo((at * 7) % 400);
    // Every third one is overdue at a watched marker.
    const markers = place(20, 900).map((marker, index) =>
      index === 0 && at % 3 === 0 ? { ...marker, linkedUid: uid } : marker,
    );
    await launch(call, { pathName: `Line ${at}`, pig, markers, agms: [uid], launchAt });
  }
  const long = place(SHEET_MARKERS, 90);
  await launch(call, { pathName: 'Sheet', pig: 'SHEET-1', markers: long, agms: [uid], launchAt: minutesAgo(30) });
}

/** What the page shows in the end: this many matches, a first text that begins so, or a grid of this many rows or fewer. */
interface Condition {
  readonly selector: string;
  readonly count?: number;
  readonly text?: string;
  readonly rows?: { readonly below: number; readonly is: boolean };
}

/** The time from the click until a frame is drawn in which the condition holds, in ms of the page's clock. */
function clickUntil(page: Page, button: string, condition: Condition): Promise<number> {
  return page.evaluate(
    async ([selector, wanted]) => {
      const holds = () => {
        const found = [...document.querySelectorAll(wanted.selector)];
        if (wanted.count !== undefined) return found.length === wanted.count;
        if (wanted.text !== undefined) return found[0]?.textContent.startsWith(wanted.text) === true;
        return wanted.rows !== undefined && Number(found[0]?.ariaRowCount) < wanted.rows.below === wanted.rows.is;
      };
      const element = document.querySelector<HTMLElement>(selector);
      if (!element) throw new Error(`no ${selector}`);
      const from = performance.now();
      element.click();
      for (let frame = 0; frame < 600; frame++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (!holds()) continue;
        // The next task begins after the frame is drawn.
        await new Promise((resolve) => setTimeout(resolve));
        return performance.now() - from;
      }
      throw new Error(`never: ${wanted.selector}`);
    },
    [button, condition] as const,
  );
}

const BOARD = '[role=dialog][aria-label^="Board of runs"]';
const FIRST = `${BOARD} [data-run] [data-column=pig]`;

async function repeat(measureOnce: (turn: number) => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < TRIES; turn++) times.push(await measureOnce(turn));
  return median(times);
}

/** Sorts by pig in turning order: the first row changes. */
const measureSort = (page: Page) =>
  repeat((turn) =>
    clickUntil(page, `${BOARD} th:first-child button`, {
      selector: FIRST,
      text: turn % 2 === 0 ? 'PIG-001' : 'SHEET-1',
    }),
  );

/** Turns the first state's chip on and off: the number of rows changes. */
const measureFilter = (page: Page) =>
  repeat((turn) =>
    clickUntil(page, `${BOARD} [role=group] button`, {
      selector: `${BOARD} [role=grid]`,
      rows: { below: RUNS + 1, is: turn % 2 === 0 },
    }),
  );

async function measureSheet(page: Page): Promise<number> {
  const selector = '[role=dialog][aria-label$="run sheet"] tbody tr';
  const open = `${BOARD} button[aria-label="Run sheet of SHEET-1"]`;
  const times: number[] = [];
  for (let turn = 0; turn < TRIES; turn++) {
    times.push(await clickUntil(page, open, { selector, count: SHEET_MARKERS + 2 }));
    await clickUntil(page, '[role=dialog][aria-label$="run sheet"] button[aria-label=Close]', {
      selector,
      count: 0,
    });
  }
  // The first one loads its code.
  return median(times.slice(1));
}

async function measure(page: Page): Promise<void> {
  await enter(page);
  await page.locator(`${BOARD} [data-run]`).first().waitFor();
  await rest(SETTLE_MS);
  const open = await measureLoad(page, FOR_MS);
  const sort = await measureSort(page);
  const filter = await measureFilter(page);
  await page.locator(`${BOARD} input`).first().fill('sheet');
  await page.locator(`${BOARD} button[aria-label="Run sheet of SHEET-1"]`).waitFor();
  const sheet = await measureSheet(page);
  await page.locator(`${BOARD} button[aria-label=Close]`).click();
  await rest(SETTLE_MS);
  const closed = await measureLoad(page, FOR_MS);
  const figures = { busy: open.busy, cpu: open.cpu, busy_without: closed.busy, sort_ms: sort, filter_ms: filter };
  report('board', { ...figures, sheet_ms: sheet }, [
    { name: 'busy', value: open.busy, op: '<=', aim: 0.3 },
    { name: 'sort_ms', value: sort, op: '<=', aim: 100 },
    { name: 'filter_ms', value: filter, op: '<=', aim: 100 },
    { name: 'sheet_ms', value: sheet, op: '<=', aim: 150 },
  ]);
}

if (!existsSync(path.resolve(import.meta.dirname, '../apps/console/dist/index.html'))) {
  throw new Error('The console is not built: npm run build');
}
await inTemporaryFolder(async (dataDir) => {
  const server = await startBenchServer(dataDir, NO_TILES);
  const browser = await launchBrowser();
  try {
    const fleet = makeFleet(1);
    await insertFleet(findEmbeddedConnection(dataDir), fleet, DEMO_SIGN_INS[0].email);
    await launchAll(callAs(server.address, await signInAdmin(server.address)), LONELY.uid);
    await measure(await openLogin(browser, server.address, { ...LONELY, devices: 1, view: INITIAL_VIEW }));
  } finally {
    await browser.close();
    await server.stop();
  }
});
