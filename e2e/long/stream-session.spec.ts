import type { Page } from '@playwright/test';
import { openPanel, panel, row } from '../device-screen.ts';
import { emailOf, expect, expectLive, fillSignIn, PASSWORD, test } from '../test.ts';
import type { Site } from '../site.ts';

test.use({ drawsMap: false });

const PLACE = { lat: 36.1, lon: -96.2 };

interface Past {
  readonly commandType: string;
  readonly queuedBy: string;
  readonly state: string;
  readonly parameters: unknown;
}

/** StreamEnable commands of the device, oldest first. */
async function listTold(site: Site, uid: number): Promise<string[]> {
  const { commandList } = await site.call<{ commandList: Past[] }>(
    'GET',
    `/commands/${uid}/history?page=1&rowsPerPage=0`,
  );
  return commandList
    .filter(({ commandType }) => commandType === 'StreamEnable')
    .map(({ parameters, state, queuedBy }) => `${JSON.stringify(parameters)} ${state} by ${queuedBy}`)
    .toReversed();
}

async function openStream(page: Page, uid: number) {
  await row(page, uid).click();
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'Listen' }).click();
  const dialog = page.getByRole('dialog', { name: `AGM ${uid}, Realtime Streamer` });
  await expect(dialog).toBeVisible();
  return dialog;
}

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await fillSignIn(page, emailOf('admin'), PASSWORD);
  await expectLive(page);
});

test.afterEach(({ site }) => site.removeDevices());

const ASKED = '{"streamEnabled":true} accepted by Dana Reyes';

/**
 * The stop may arrive before the connection has closed. The server then skips it, and sends its own half a minute
 * later.
 */
const STOPPED_BY = /^\{"streamEnabled":false\} accepted by (Dana Reyes|stream)$/;

test('[S-056] leaving the page tells the device to stop', async ({ page, site }) => {
  test.setTimeout(120_000);
  const device = await site.addDevice(390_402, PLACE);
  await device.connect();
  await openStream(page, 390_402);
  await expect.poll(() => listTold(site, 390_402)).toEqual([ASKED]);
  await page.goto('about:blank');
  await expect.poll(async () => (await listTold(site, 390_402)).at(-1), { timeout: 80_000 }).toMatch(STOPPED_BY);
});
