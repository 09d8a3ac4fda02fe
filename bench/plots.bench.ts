// Draws the four live plots of the stream dialog in a headless browser. Measures the main thread time of one refresh,
// compared with the same lines on plain canvas and in a chart library. Each draws at every frame in its own page; the
// cost of an idle page is subtracted.
import type { Browser, CDPSession } from '@playwright/test';
import { themes } from '../apps/console/src/app/theme/tokens.ts';
import { renderTokenSheet } from '../apps/console/src/app/theme/css-variables.ts';
import { launchBrowser } from './map-page.ts';
import type { RivalName } from './plots-page.ts';
import { median, report } from './report.ts';
import { serveModules, writePage } from './serve-modules.ts';
import { isShort } from './short.ts';

const REFRESHES = isShort ? 5 : 80;
const WARM_UP = isShort ? 2 : 20;
const ROUNDS = isShort ? 1 : 3;
const RIVALS: readonly RivalName[] = ['nothing', 'bare', 'console', 'echarts'];
/** Lower limit of the measurement. */
const LEAST_MS = 0.001;

const STYLE = `${renderTokenSheet()}body{margin:0;background:${themes.dark.surface.app}}`;
const PAGE = writePage('/bench/plots-page.ts', STYLE);

async function readCpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN);
}

/** Main thread time of one refresh. */
async function measure(browser: Browser, address: string, rival: RivalName): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 880, height: 480 } });
  try {
    await page.goto(address);
    await page.waitForFunction(() => 'drawRefreshes' in window);
    await page.evaluate((name) => window.startRival(name), rival);
    await page.evaluate((count) => window.drawRefreshes(count), WARM_UP);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await readCpuMs(session);
    await page.evaluate((count) => window.drawRefreshes(count), REFRESHES);
    return ((await readCpuMs(session)) - before) / REFRESHES;
  } finally {
    await page.close();
  }
}

const { address, server } = await serveModules(PAGE);
const browser = await launchBrowser();
try {
  const times: Record<RivalName, number[]> = { nothing: [], bare: [], console: [], echarts: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const rival of RIVALS) times[rival].push(await measure(browser, address, rival));
  const idle = median(times.nothing);
  const costOf = (rival: RivalName) => Math.max(LEAST_MS, median(times[rival]) - idle);
  const [bare, ours, echarts] = [costOf('bare'), costOf('console'), costOf('echarts')];
  report(
    'plots',
    { ms: ours, bare_ms: bare, echarts_ms: echarts, bare_ratio: ours / bare, echarts_ratio: ours / echarts },
    [
      { name: 'bare_ratio', value: ours / bare, op: '<=', aim: 4 },
      { name: 'echarts_ratio', value: ours / echarts, op: '<=', aim: 0.25 },
    ],
  );
} finally {
  await browser.close();
  server.close();
}
