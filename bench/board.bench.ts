// Opens the console with 300 active runs in a headless browser against the real server: the board of runs is open, and
// the main thread's load is measured. Then the time from a click until the sorted, filtered or opened table is on the
// screen, in frames of the page itself. Server, database and a browser without a graphics card share the machine.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { DEMO_SIGN_INS } from '../apps/server/src/demo/demo-sign-ins.ts';
import { minutesAgo } from '../e2e/run-site.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { insertFleet, LONELY, makeFleet } from './map-fleet.ts';
import { enter, launchBrowser, measureLoad, openLogin } from './map-page.ts';
import { INITIAL_VIEW } from '../apps/console/src/map/camera/last-view.ts';
import { median, report } from './report.ts';
import { launchRuns, placeMarkers } from './run-fill.ts';
import { inTemporaryFolder, startBenchServer } from './server.ts';
import { isShort } from './short.ts';

const RUNS = isShort ? 12 : 300;
const SHEET_MARKERS = isShort ? 20 : 200;
/** Even: sort and filter are as before when the last try is over. */
const TRIES = isShort ? 2 : 10;
const SETTLE_MS = isShort ? 1000 : 6000;
const FOR_MS = isShort ? 1000 : 15_000;
/** Pause before each click: the page has no work left from the one before. */
const REST_MS = 500;

const NO_TILES = Object.fromEntries(
  ['BASIC', 'STREETS', 'SATELLITE', 'DEFAULT', 'RADAR'].map((layer) => [`WAYMARK_TILES_${layer}`, 'off']),
);

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs in different states, and one of many markers for the sheet. */
const launchAll = (address: string) =>
  launchRuns(address, {
    count: RUNS - 1,
    uid: LONELY.uid,
    startedMinutesAgo: (index) => (index * 7) % 400,
    more: [
      {
        pathName: 'Sheet',
        pig: 'SHEET-1',
        markers: placeMarkers(SHEET_MARKERS, 90),
        launchAt: minutesAgo(30),
      },
    ],
  });

/**
 * The page is ready when it has this many matches, a first text that begins so, a grid of this many rows or fewer, or a
 * content that fills its scrolling box.
 */
interface Condition {
  readonly selector: string;
  readonly count?: number;
  readonly text?: string;
  readonly rows?: { readonly below: number; readonly is: boolean };
  readonly fillsBox?: true;
}

/** The time from a click on the resting page until a frame is drawn in which the condition holds, in ms of its clock. */
async function clickUntil(page: Page, button: string, condition: Condition): Promise<number> {
  await rest(REST_MS);
  return page.evaluate(
    async ([selector, wanted]) => {
      const holds = () => {
        const found = [...document.querySelectorAll(wanted.selector)];
        if (wanted.count !== undefined) return found.length === wanted.count;
        if (wanted.text !== undefined) return found[0]?.textContent.startsWith(wanted.text) === true;
        const box = found[0]?.parentElement;
        if (wanted.fillsBox && found[0] && box) return found[0].scrollHeight >= box.clientHeight;
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

const SHEET = '[role=dialog][aria-label$="run sheet"]';
const SHEET_ROWS = `${SHEET} tbody tr`;

/** Opens the sheet again and again. The first time loads its code. */
async function measureSheet(page: Page, shown: Condition): Promise<number> {
  const open = `${BOARD} button[aria-label="Run sheet of SHEET-1"]`;
  const times: number[] = [];
  for (let turn = 0; turn < TRIES; turn++) {
    times.push(await clickUntil(page, open, shown));
    await page
      .locator(SHEET_ROWS)
      .nth(SHEET_MARKERS + 1)
      .waitFor();
    await clickUntil(page, `${SHEET} button[aria-label=Close]`, { selector: SHEET_ROWS, count: 0 });
  }
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
  const sheet = await measureSheet(page, { selector: `${SHEET} table`, fillsBox: true });
  const wholeSheet = await measureSheet(page, { selector: SHEET_ROWS, count: SHEET_MARKERS + 2 });
  await page.locator(`${BOARD} button[aria-label=Close]`).click();
  await rest(SETTLE_MS);
  const closed = await measureLoad(page, FOR_MS);
  const figures = { busy: open.busy, cpu: open.cpu, busy_without: closed.busy, sort_ms: sort, filter_ms: filter };
  report('board', { ...figures, sheet_ms: sheet, sheet_all_ms: wholeSheet }, [
    { name: 'busy', value: open.busy, op: '<=', aim: 0.3 },
    { name: 'sort_ms', value: sort, op: '<=', aim: 100 },
    { name: 'filter_ms', value: filter, op: '<=', aim: 100 },
    { name: 'sheet_ms', value: sheet, op: '<=', aim: 150 },
    { name: 'sheet_all_ms', value: wholeSheet, op: '<=', aim: 250 },
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
    await launchAll(server.address);
    await measure(await openLogin(browser, server.address, { ...LONELY, devices: 1, view: INITIAL_VIEW }));
  } finally {
    await browser.close();
    await server.stop();
  }
});
