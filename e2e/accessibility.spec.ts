import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { chooseFromUserMenu, expect, REFUSED_CALL, signIn, test } from './test.ts';

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  const found = violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  expect(found).toEqual([]);
}

/** Screens that anybody can open. */
const ENTRIES = ['/login', '/reset', '/set-password#token=x', '/authenticated', '/nowhere'];

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('the screens before the sign-in are accessible', async ({ page, expectedErrors }) => {
      expectedErrors.push(REFUSED_CALL);
      for (const address of ENTRIES) {
        await page.goto(address);
        await expect(page.getByRole('heading').or(page.getByRole('button')).first()).toBeVisible();
        await expectAccessible(page);
      }
      await page.goto('/login');
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByText('Enter your email address')).toBeVisible();
      await expectAccessible(page);
    });

    test('the map, the menu, every panel and dialog of an admin are accessible', async ({ page }) => {
      await signIn(page, 'admin');
      await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible();
      await expectAccessible(page);
      for (const entry of ['Pig Run Manager', 'User Manager', 'Notifications / SMS Opt-in', 'Change Password']) {
        await chooseFromUserMenu(page, entry);
        await expect(page.getByRole('dialog').or(page.getByRole('complementary', { name: entry })).first()).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog').or(page.getByRole('complementary', { name: entry }))).toHaveCount(0);
      }
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await expectAccessible(page);
    });

    test('the user management is accessible', async ({ page }) => {
      await signIn(page, 'superadmin');
      await page.goto('/users');
      await expect(page.getByText('No Group Selected')).toBeVisible();
      await expectAccessible(page);
      await page.getByText('Demo Pipelines').click();
      await expect(page.getByText('Dana Reyes')).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('nothing is wider than the screen, and panels are sheets', async ({ page }) => {
    const expectNoOverflow = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.goto('/login');
    await expectNoOverflow();
    await signIn(page, 'admin');
    await expectNoOverflow();
    await chooseFromUserMenu(page, 'Pig Run Manager');
    const sheet = await page.getByRole('region', { name: 'Pig Run Manager' }).or(page.getByRole('complementary', { name: 'Pig Run Manager' })).first().boundingBox();
    expect(sheet?.width).toBe(390);
    expect(sheet?.y).toBeGreaterThan(300);
    await expectAccessible(page);
  });
});
