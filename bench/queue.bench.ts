// Opens the console with one active run whose passages all wait for a decision, in a headless browser against the real
// server. Measures from a key until the next passage is on the screen with its chart, in frames of the page itself, and
// the time to verify all of them by keyboard without the time to think. Server, database and a browser without a
// graphics card share the machine.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { INITIAL_VIEW } from '../apps/console/src/map/camera/last-view.ts';
import { minutesAgo } from '../e2e/run-site.ts';
import { Site } from '../e2e/site.ts';
import { LONELY } from './map-fleet.ts';
import { enter, launchBrowser, openLogin } from './map-page.ts';
import { median, report } from './report.ts';
import { isShort } from './short.ts';

const PASSAGES = isShort ? 4 : 30;
const MOVES = isShort ? 2 : 20;
/** The time in which a user looks at a chart, and the console loads the next one. */
const LOOK_MS = isShort ? 300 : 1000;

const FIRST_UID = 355_001;
const EVERY_M = 600;
const MINUTES_BETWEEN = 5;

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A run whose devices have all heard the pig, each at its marker. */
async function fill(site: Site): Promise<void> {
  const agms = Array.from({ length: PASSAGES }, (_none, at) => FIRST_UID + at);
  const devices = [];
  for (const [at, uid] of agms.entries()) devices.push(await site.addDeviceAt(uid, (at + 1) * EVERY_M));
  const markers = agms.map((_uid, at) => ({ name: `M${at + 1}`, atM: (at + 1) * EVERY_M, autoVerify: false }));
  const launchAt = minutesAgo((PASSAGES + 2) * MINUTES_BETWEEN);
  const { runId } = await site.launchRun({ pathName: 'Queue', pig: 'QUEUE-1', markers, agms, launchAt, speed: 2 });
  for (const [at, device] of devices.entries()) {
    await device.passage({ at: minutesAgo((PASSAGES + 1 - at) * MINUTES_BETWEEN) });
  }
  await site.untilRun(runId, ({ passages }) => passages.length === PASSAGES);
}

const QUEUE = '[role=dialog][aria-label^="Passages to verify"]';

/** Presses the key on the chosen row and resolves with the ms until the heading has changed and a frame is drawn. */
function pressUntilNext(page: Page, key: string, isLast = false): Promise<number> {
  return page.evaluate(
    async ([queue, pressed, ends]) => {
      const find = (selector: string) => document.querySelector<HTMLElement>(`${queue} ${selector}`);
      const nameOf = () => find('section > header h3')?.textContent;
      const isNext = () => nameOf() !== before && find('canvas, svg[role=img]') !== null;
      const isOver = () => find('[data-queue-row]') === null;
      const before = nameOf();
      const row = find('[data-queue-row=chosen]');
      if (!row) throw new Error('no chosen row');
      const from = performance.now();
      row.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
      for (let frame = 0; frame < 600; frame++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (!(ends ? isOver() : isNext())) continue;
        // The next task begins after the frame is drawn.
        await new Promise((resolve) => setTimeout(resolve));
        return performance.now() - from;
      }
      throw new Error(`${pressed} did nothing`);
    },
    [QUEUE, key, isLast] as const,
  );
}

async function openQueue(page: Page): Promise<void> {
  await enter(page);
  await page
    .getByRole('button', { name: `${PASSAGES} to verify` })
    .first()
    .click();
  await page.locator(`${QUEUE} canvas`).first().waitFor();
  await rest(LOOK_MS);
}

async function measure(page: Page): Promise<void> {
  await openQueue(page);
  const moves: number[] = [];
  for (let turn = 0; turn < MOVES; turn++) {
    moves.push(await pressUntilNext(page, 'ArrowDown'));
    await rest(LOOK_MS);
  }
  for (let turn = 0; turn < MOVES; turn++) await pressUntilNext(page, 'ArrowUp');
  let verifiedMs = 0;
  for (let left = PASSAGES; left > 0; left--) verifiedMs += await pressUntilNext(page, ' ', left === 1);
  await page.getByText('No passage waits for a decision.').waitFor();
  const next = median(moves);
  report('queue', { next_ms: next, all_s: verifiedMs / 1000, passages: PASSAGES }, [
    { name: 'next_ms', value: next, op: '<=', aim: 150 },
    { name: 'all_s', value: verifiedMs / 1000, op: '<=', aim: 90 },
  ]);
}

if (!existsSync(path.resolve(import.meta.dirname, '../apps/console/dist/index.html'))) {
  throw new Error('The console is not built: npm run build');
}
const site = await Site.open();
const browser = await launchBrowser();
try {
  await fill(site);
  await measure(await openLogin(browser, site.url, { ...LONELY, devices: PASSAGES, view: INITIAL_VIEW }));
} finally {
  await browser.close();
  await site.close();
}
