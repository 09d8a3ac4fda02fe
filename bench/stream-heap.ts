// The tab's half of the stream bench: memory of the stream dialog's session and plots after hours of stream.
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { themes } from '../apps/console/src/app/theme/tokens.ts';
import { renderTokenSheet } from '../apps/console/src/app/theme/css-variables.ts';
import { findChromium } from '../scripts/lib/programs.mjs';
import { serveModules, writePage } from './serve-modules.ts';
import { isShort } from './short.ts';
import { findSlope, type Reading } from './slope.ts';
import type { Played } from './stream-heap-page.ts';

const MINUTE_MS = 60_000;
/** Time after which all buffers of the last half hour are full. */
const FILL_MS = (isShort ? 1 : 35) * MINUTE_MS;
const BETWEEN_MS = (isShort ? 1 : 15) * MINUTE_MS;
const READINGS = isShort ? 3 : 13;
const HOUR_MS = 60 * MINUTE_MS;
const MB = 1024 * 1024;
/** Drawing in the page's own process is the fastest way without a graphics card. */
const ARGS = ['--no-sandbox', '--disable-gpu'];

const STYLE = `${renderTokenSheet()}body{margin:0;background:${themes.dark.surface.app}}`;
const PAGE = writePage('/bench/stream-heap-page.ts', STYLE);

/** JavaScript objects, objects of the page, and array buffers outside both. */
async function readHeapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / MB;
}

export interface HeapFigures {
  readonly mb: number;
  /** Growth since the page was loaded. */
  readonly addedMb: number;
  /** Megabytes per hour of stream; 0 when the heap shrinks. */
  readonly mbPerHour: number;
}

async function takeReadings(page: Page, session: CDPSession): Promise<readonly Reading[]> {
  const play = (forMs: number): Promise<Played> => page.evaluate((ms) => window.playStream(ms), forMs);
  let played = await play(FILL_MS);
  const readings: Reading[] = [{ hours: 0, mb: await readHeapMb(session) }];
  for (let reading = 1; reading < READINGS; reading++) {
    played = await play(BETWEEN_MS);
    readings.push({ hours: (reading * BETWEEN_MS) / HOUR_MS, mb: await readHeapMb(session) });
  }
  console.log(
    `heap, MB: ${readings.map(({ mb }) => mb.toFixed(2)).join(' ')}; ${played.refreshes} refreshes, ${played.passages} passages sent`,
  );
  return readings;
}

export async function measureHeap(): Promise<HeapFigures> {
  const { address, server } = await serveModules(PAGE);
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: ARGS, ...(executablePath !== undefined && { executablePath }) });
  try {
    const page = await browser.newPage({ viewport: { width: 880, height: 480 } });
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.goto(address);
    await page.waitForFunction(() => 'playStream' in window);
    const session = await page.context().newCDPSession(page);
    const loadedMb = await readHeapMb(session);
    const readings = await takeReadings(page, session);
    if (faults[0] !== undefined) throw new Error(`in the page: ${faults[0]}`);
    const mb = readings.at(-1)?.mb ?? Number.NaN;
    return { mb, addedMb: mb - loadedMb, mbPerHour: Math.max(0, findSlope(readings)) };
  } finally {
    await browser.close();
    server.close();
  }
}
