import { minutesAgo } from './run-site.ts';
import type { Site } from './site.ts';
import { expect, openAs, test } from './test.ts';
import { chooseFromRunMenu, runCard } from './tracking-screen.ts';

// Many active runs on a desktop and on a phone: the board, and the sheet of a run.

const MARKERS = [1, 2, 3, 4].map((at) => ({ name: `AGM-0${at}`, atM: at * 4000 }));

async function launchMany(site: Site, count: number) {
  await site.registerDevice({ uid: 348_001, lat: 36, lon: -96.7 });
  const runs = [];
  for (let at = 1; at <= count; at++) {
    runs.push(
      await site.launchRun({
        pathName: `Line ${at}`,
        pig: `PIG-0${at}`,
        markers: MARKERS,
        agms: [348_001],
        launchAt: minutesAgo(at === 5 ? 600 : 10 + at),
        speed: 1.5,
      }),
    );
  }
  return runs;
}

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

test('[W-230, W-232, W-233, W-236] an operator with eight runs sorts and filters the board, opens a card and a sheet, and follows a pig', async ({
  site,
  page,
}) => {
  const runs = await launchMany(site, 8);
  await openAs(page, 'admin');
  const board = page.getByRole('dialog', { name: /^Board of runs/ });
  const rows = board
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  await expect(rows).toHaveCount(8);
  const bar = page.getByRole('banner').getByRole('button', { name: '8 active runs' });
  await expect(bar).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('r');
  await expect(board).toHaveCount(0);
  await bar.click();
  await board.getByRole('columnheader', { name: 'Pig' }).getByRole('button').click();
  await expect(rows).toContainText([1, 2, 3, 4, 5, 6, 7, 8].map((at) => `PIG-0${at}`));
  await board.getByRole('searchbox', { name: 'Find a run' }).fill('line 7');
  await expect(rows).toHaveCount(1);
  await rows.first().click();
  const card = runCard(page, runs[6]?.runId ?? -1, 'PIG-07');
  await expect(card).toBeVisible();
  await page.keyboard.press('r');
  await expect(board).toHaveCount(0);

  await page.keyboard.press('s');
  const sheet = page.getByRole('dialog', { name: 'PIG-07, ' });
  await expect(sheet.getByRole('row')).toHaveCount(7);
  await expect(sheet.getByRole('row', { name: 'AGM-02' })).toContainText(/4.97 mi.* UTC/);
  await sheet.getByRole('button', { name: 'Close' }).click();

  await chooseFromRunMenu(page, 'PIG-07', 'Follow Pig');
  await expect(card).toContainText('The map follows this pig');
  await card.getByRole('button', { name: 'Stop' }).click();
  await expect(card).not.toContainText('The map follows');
  await card.getByRole('button', { name: 'Timeline', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /timeline$/ })).toBeVisible();
  await page.reload();
  await expect(
    runCard(page, runs[7]?.runId ?? -1, 'PIG-08')
      .or(runCard(page, runs[0]?.runId ?? -1, 'PIG-01'))
      .first(),
  ).toBeVisible();
  await expect(board).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, drawsMap: false });

  test('[W-235] the time at my site is the first thing in the sheet of each run on its path', async ({
    site,
    page,
  }) => {
    await launchMany(site, 2);
    await openAs(page, 'admin');
    await page.getByRole('banner').getByRole('button', { name: '2 active runs' }).click();
    const board = page.getByRole('dialog', { name: /^Board of runs/ });
    await expect(board.getByRole('row', { name: /PIG-02/ })).toBeVisible();
    await board.getByRole('button', { name: 'Run sheet of PIG-02' }).click();
    const sheet = page.getByRole('dialog', { name: 'PIG-02, ' });
    await sheet.getByRole('button', { name: 'Pin AGM-03 as my site' }).click();
    const mine = sheet.getByRole('region', { name: 'My site, AGM-03' });
    await expect(mine).toContainText(/in \d:\d\d:\d\d.*Earliest .*, latest /);
    await page.reload();
    await page.getByRole('banner').getByRole('button', { name: '2 active runs' }).click();
    await board.getByRole('button', { name: 'Run sheet of PIG-02' }).click();
    await expect(mine).toBeInViewport();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await board.getByRole('row', { name: /PIG-01/ }).click();
    await expect(board).toHaveCount(0);
    await expect(page.getByRole('region', { name: /^Run \d+, PIG-01$/ })).toBeInViewport();
  });
});
