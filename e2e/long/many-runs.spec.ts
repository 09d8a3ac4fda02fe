import { minutesAgo } from '../run-site.ts';
import { expect, openAs, test } from '../test.ts';

// One company with hundreds of active runs.

const RUNS = 300;
const MARKERS = Array.from({ length: 20 }, (_, at) => ({ name: `M${at + 1}`, atM: (at + 1) * 900 }));

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

test('the console counts hundreds of active runs, finds each by name, and continues each countdown', async ({
  site,
  page,
}) => {
  test.setTimeout(240_000);
  await site.registerDevice({ uid: 399_001, lat: 36, lon: -96.5 });
  for (let at = 1; at <= RUNS; at++) {
    const pig = `PIG-${String(at).padStart(3, '0')}`;
    await site.launchRun({
      pathName: `Line ${at}`,
      pig,
      markers: MARKERS,
      agms: [399_001],
      launchAt: minutesAgo(at % 200),
    });
  }
  await openAs(page, 'admin');
  const cards = page.getByRole('region', { name: /^Run \d+, PIG/ });
  await expect(page.getByRole('banner')).toContainText(`${RUNS} active runs`);
  const board = page.getByRole('dialog', { name: /^Board of runs/ });
  await expect(board.getByRole('grid')).toHaveAttribute('aria-rowcount', String(RUNS + 1));
  await board.getByRole('button', { name: 'Close' }).click();
  await expect(cards).toHaveCount(3);
  await page.getByRole('button', { name: `${RUNS - 3} more` }).click();
  await page.getByLabel('Find a run').fill('pig-217');
  const found = page.getByRole('list', { name: 'Active runs' }).getByRole('listitem');
  await expect(found).toHaveText([/PIG-217/]);
  await found.getByRole('button').click();
  const card = page.getByRole('region', { name: /PIG-217/ });
  await expect(card).toBeVisible();
  const readEta = () => card.getByRole('definition').nth(2).textContent();
  const before = await readEta();
  await expect.poll(readEta).not.toBe(before);
  await page.close();
});
