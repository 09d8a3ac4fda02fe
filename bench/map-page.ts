// The console in a headless browser that draws without a graphics card.
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../apps/server/src/demo/demo-sign-ins.ts';
import { findChromium } from '../scripts/lib/programs.mjs';
import { countFrames, watchPage, type Drawing, type Spot, type Watched } from './map-watch.ts';

const ARGS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const VIEWPORT = { width: 1440, height: 900 };
/** Minimum time in which a person types an address and a password. */
const TYPING_MS = 3000;
const LONGEST_WAIT_MS = 60_000;

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ args: ARGS, ...(executablePath !== undefined && { executablePath }) });
}

/** Opens the login screen with empty storage and fills it in. */
export async function openLogin(browser: Browser, address: string, watched: Watched): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: 'dark' });
  const page = await context.newPage();
  await page.addInitScript(watchPage, watched);
  await page.goto(address);
  await page.getByLabel('Email').fill(DEMO_SIGN_INS[0].email);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
  return page;
}

export interface Readiness {
  readonly drawnS: number;
  readonly readyS: number;
}

/** Time from the click on Submit until the device's marker is drawn, and until a click on it has selected it. */
export async function measureReadiness(page: Page): Promise<Readiness> {
  const drawn = new Promise<Spot>((resolve) => void page.exposeFunction('tellDrawn', resolve));
  const selected = new Promise<void>((resolve) => void page.exposeFunction('tellSelected', resolve));
  await page.getByRole('button', { name: 'Submit' }).click();
  const { x, y } = await untilTold(drawn, 'no marker was drawn');
  await page.mouse.click(x, y);
  await untilTold(selected, 'the click selected nothing');
  const { submitAt = 0, drawnAt = 0, selectedAt = 0 } = await page.evaluate(() => window.moments);
  return { drawnS: (drawnAt - submitAt) / 1000, readyS: (selectedAt - submitAt) / 1000 };
}

async function untilTold<Told>(told: Promise<Told>, otherwise: string): Promise<Told> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), LONGEST_WAIT_MS);
  });
  return Promise.race([told, tooLate]).finally(() => clearTimeout(timer));
}

/** Signs in when there is no device to wait for. */
export async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
}

export interface Load extends Drawing {
  readonly fps: number;
  /** Share of the main thread's time in tasks, including waits within them. */
  readonly busy: number;
  /** Share of the main thread's time on a processor. */
  readonly cpu: number;
}

async function readMetrics(session: CDPSession): Promise<Readonly<Record<string, number>>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Measures the page for this long with the browser's own metrics of its main thread. */
export async function measureLoad(page: Page, forMs: number): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'timeTicks' });
  const before = await readMetrics(session);
  const drawing = await page.evaluate(countFrames, forMs);
  const after = await readMetrics(session);
  const grown = (name: string) => (after[name] ?? Number.NaN) - (before[name] ?? Number.NaN);
  const wallS = grown('Timestamp');
  await session.detach();
  return {
    ...drawing,
    fps: drawing.frames / (drawing.ms / 1000),
    busy: grown('TaskDuration') / wallS,
    cpu: grown('ThreadTime') / wallS,
  };
}
