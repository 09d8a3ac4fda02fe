import { minutesAgo } from './run-site.ts';
import { chooseFromUserMenu, expect, openAs, test } from './test.ts';
import { runCard } from './tracking-screen.ts';

test.use({ drawsMap: false });

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
  await site.callAs('admin@demo.waymark', 'POST', '/pigrun/user/units', { units: null });
  await site.callAs('admin@demo.waymark', 'POST', '/company/units', { units: 'us' });
});

test('[W-302] an admin chooses metric units for the company, and the open card changes; a reload keeps their own choice', async ({
  site,
  page,
}) => {
  await site.registerDevice({ uid: 349_001, lat: 36, lon: -96.7 });
  const { runId, pig } = await site.launchRun({
    pathName: 'Metric line',
    pig: 'CLN-49',
    markers: [{ name: 'AGM-01', atM: 8000 }],
    agms: [349_001],
    launchAt: minutesAgo(20),
    speed: 1.5,
  });
  await openAs(page, 'admin');
  const card = runCard(page, runId, pig);
  await expect(card).toContainText(/Speed3\.36mph/);
  await expect(card).toContainText(/ of \d+\.\d mi/);
  await site.callAs('admin@demo.waymark', 'POST', '/company/units', { units: 'metric' });
  await expect(card).toContainText(/Speed1\.50m\/s/);
  await expect(card).toContainText(/ of \d+\.\d km/);
  await chooseFromUserMenu(page, 'Units');
  const dialog = page.getByRole('dialog', { name: 'Units' });
  const mine = dialog.getByRole('radiogroup', { name: 'My units' });
  await expect(mine.getByRole('radio', { name: 'As the company' })).toBeChecked();
  await mine.getByRole('radio', { name: 'US customary' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card).toContainText(/Speed3\.36mph/);
  await page.reload();
  await expect(card).toContainText(/Speed3\.36mph/);
});
