import type { Page } from '@playwright/test';
import { openPanel, panel, row } from '../device-screen.ts';
import {
  countTones,
  dialogOf,
  EVENTS,
  flagOf,
  observe,
  openSettings,
  PLACE,
  read,
  soundOf,
  SOUNDS,
  STANDARD_TONES,
} from '../notifications-screen.ts';
import { expect, expectLive, openAs, signIn, test } from '../test.ts';

test.use({ drawsMap: false });

/** Playwright keeps every page visible, so the test overrides the page's own visibility state. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperties(document, {
      hidden: { configurable: true, value: hidden },
      visibilityState: { configurable: true, value: hidden ? 'hidden' : 'visible' },
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

async function savePreferences(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Notification preferences saved')).toBeVisible();
}

test.beforeEach(({ context }) => observe(context));

for (const who of ['viewer', 'admin', 'superadmin'] as const) {
  test(`[L-058] the ${who} finds the settings of fifteen events`, async ({ page }) => {
    await openAs(page, who);
    await openSettings(page);
    await expect(dialogOf(page).locator('tbody tr')).toHaveText(EVENTS.map((event) => new RegExp(`^${event}`)));
  });
}

test('[N-004] each sound can be tried out, None cannot', async ({ page }) => {
  await openAs(page, 'viewer');
  await openSettings(page);
  await expect(dialogOf(page).getByRole('button', { name: 'Error has no sound' })).toBeDisabled();
  for (const sound of SOUNDS) {
    const before = await countTones(page);
    await soundOf(page, 'Error').selectOption(sound);
    await dialogOf(page)
      .getByRole('button', { name: `Play ${sound} of Error` })
      .click();
    await expect.poll(() => countTones(page)).toBeGreaterThan(before);
  }
  expect((await read(page)).tones.map(({ state }) => state)).not.toContain('suspended');
});

const formatSecond = (t: number) => new Date(t).toISOString().slice(0, 19).replace('T', ' ');

test.describe('live events', () => {
  test.afterEach(({ site }) => site.removeDevices());

  test('[L-013] a passage plays a sound and shows a toast once by default, however many records it has', async ({
    page,
    site,
  }) => {
    const device = await site.addDevice(370_101, PLACE);
    await device.connect();
    await signIn(page, 'admin');
    await expect(row(page, 370_101)).toBeVisible();
    const passage = await device.passage();
    await expect(page.getByText(`Passage: AGM 370101${formatSecond(passage?.t ?? 0)} UTC`)).toBeVisible();
    await device.error(41);
    // Events keep their order: the device's Online arrives after all earlier events.
    await (await site.addDevice(370_102, PLACE)).connect();
    await expect(row(page, 370_102)).toContainText('Online');
    expect((await read(page)).tones).toEqual(
      Array.from({ length: STANDARD_TONES }, () => ({ wave: 'sine', state: 'running' })),
    );
  });

  test('a disabled event plays no sound and shows no toast', async ({ page, site }) => {
    const device = await site.addDevice(370_201, PLACE);
    await device.connect();
    await signIn(page, 'admin');
    await openSettings(page);
    await flagOf(page, 'Passage').uncheck();
    await flagOf(page, 'Error').check();
    await soundOf(page, 'Error').selectOption('Bling');
    await savePreferences(page);
    await page.keyboard.press('Escape');
    await device.passage();
    await device.error(41);
    await expect(page.getByText('Error: AGM 370201code 41')).toBeVisible();
    await expect(page.getByText(/Passage: AGM/)).toHaveCount(0);
    expect((await read(page)).tones.map(({ wave }) => wave)).toEqual(['square', 'square', 'sine']);
  });

  test("a page in the background plays a passage's sound, counts it in the title and shows a system notice; it catches up later", async ({
    page,
    context,
    site,
  }) => {
    await context.grantPermissions(['notifications']);
    const device = await site.addDevice(370_301, PLACE);
    await device.connect();
    await signIn(page, 'admin');
    await expect(row(page, 370_301)).toBeVisible();
    const other = await context.newPage();
    await other.bringToFront();
    await setHidden(page, true);
    const passage = await device.passage();
    await expect(page).toHaveTitle('(1) Waymark');
    await expect.poll(() => countTones(page)).toBe(STANDARD_TONES);
    await expect.poll(async () => (await read(page)).systemNotices).toEqual(['Passage: AGM 370301']);
    expect((await read(page)).tones.map(({ state }) => state)).toEqual(
      Array.from({ length: STANDARD_TONES }, () => 'running'),
    );
    await expect(page.getByText(/Passage: AGM/)).toHaveCount(0);

    await page.bringToFront();
    await setHidden(page, false);
    await expect(page).toHaveTitle('Waymark');
    await expect(page.getByText(/While this tab was in the background.*Passage: AGM 370301/)).toBeVisible();
    await expectLive(page);
    await row(page, 370_301).click();
    await openPanel(page);
    await expect(panel(page).getByText(formatSecond(passage?.t ?? 0))).toBeVisible();
    await other.close();
  });

  test('the console says when the browser blocks sounds, and plays them after the first interaction', async ({
    page,
    context,
    site,
  }) => {
    const device = await site.addDevice(370_401, PLACE);
    await device.connect();
    // Every action of Playwright counts as an interaction, so the test overrides the page's own state.
    await context.addInitScript(() => {
      const isTouched = () => Reflect.get(window, 'isTouched') === true;
      class HeldBack extends AudioContext {
        override resume(): Promise<void> {
          return isTouched() ? super.resume() : new Promise(() => undefined);
        }
      }
      Object.assign(window, { AudioContext: HeldBack });
      Object.defineProperty(navigator, 'userActivation', {
        value: {
          get hasBeenActive() {
            return isTouched();
          },
        },
      });
    });
    await signIn(page, 'admin');
    await expect(row(page, 370_401)).toBeVisible();
    await device.passage();
    await expect(page.getByText(/Sounds are blocked/)).toBeVisible();
    expect(await countTones(page)).toBe(0);
    await page.evaluate(() => Object.assign(window, { isTouched: true }));
    await device.passage({ at: Date.now() - 5000 });
    await expect.poll(() => countTones(page)).toBe(STANDARD_TONES);
  });
});

test('the console asks for system notices only after a click on its button', async ({ page, context }) => {
  await context.clearPermissions();
  await openAs(page, 'viewer');
  await openSettings(page);
  expect(await page.evaluate(() => Notification.permission)).not.toBe('granted');
  await context.grantPermissions(['notifications']);
  await page.keyboard.press('Escape');
  await openSettings(page);
  await expect(dialogOf(page)).toContainText('Your system shows notices while this tab is in the background.');
});
