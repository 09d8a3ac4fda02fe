import type { Locator } from '@playwright/test';
import { shareConsoles } from './shared-consoles.ts';
import { chooseFromUserMenu, expect, expectLive, openAs, openUserMenu, REFUSED_CALL, test } from './test.ts';

test.use({ drawsMap: false, reducedMotion: 'no-preference' });
test.describe.configure({ mode: 'parallel' });

async function findRightEdge(place: Locator): Promise<number> {
  const box = await place.boundingBox();
  return (box?.x ?? 0) + (box?.width ?? 0);
}

test.describe('with a map', () => {
  test.use({ drawsMap: true });
  test.describe.configure({ mode: 'default' });
  const consoleOf = shareConsoles();

  test('[L-011, W-292] the layout is a top bar, a left drawer and the map with its scale in the centre', async () => {
    const page = await consoleOf('admin');
    await chooseFromUserMenu(page, 'Pig Run Manager');
    const drawer = page.getByRole('complementary', { name: 'Pig Run Manager' });
    await expect
      .poll(() => page.getByRole('banner').boundingBox())
      .toMatchObject({ x: 0, y: 0, width: 1440, height: 48 });
    await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 0, width: 380 });
    expect((await drawer.boundingBox())?.y).toBeGreaterThanOrEqual(48);
    await expect.poll(() => findRightEdge(page.locator('canvas.maplibregl-canvas'))).toBe(1440);
    expect((await page.locator('canvas.maplibregl-canvas').boundingBox())?.width).toBeGreaterThan(1000);
    await expect(page.getByText(/^[\d,]+ (mi|ft)$/)).toBeVisible();
    await page.mouse.move(1000, 320);
    await expect(page.getByTitle('Latitude, longitude')).toHaveText(/^\d+\.\d{5}, -\d+\.\d{5}$/);
  });
});

test('[A-066, L-024, L-025, L-026, L-036] support is an external site, Change Password a dialog, and Logout leads every tab to the login', async ({
  page,
  context,
  expectedErrors,
}) => {
  // Requests that are pending when the session ends are refused.
  expectedErrors.push(REFUSED_CALL);
  await openAs(page, 'viewer');
  const other = await context.newPage();
  await other.goto('/');
  await expectLive(other);
  await page.bringToFront();
  await openUserMenu(page);
  const support = page.getByRole('menuitem', { name: 'Technical Support' });
  await expect(support).toHaveAttribute('href', 'https://support.waymark.example/');
  await expect(support).toHaveAttribute('target', '_blank');
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  const changing = page.getByRole('dialog', { name: 'Change Password' });
  await expect(changing.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(changing).toHaveCount(0);
  await chooseFromUserMenu(page, 'Logout');
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('waymark.user'))).toBeNull();
  await other.bringToFront();
  await expect(other).toHaveURL(/\/login/);
  await page.goto('/');
  await expect(page).toHaveURL('/login/home');
});

test('[E-001] a failed call is logged raw and shown with its log id', async ({ page, expectedErrors }) => {
  expectedErrors.push(REFUSED_CALL);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await openAs(page, 'admin');
  const body = {
    type: 'about:blank',
    title: 'internal error',
    status: 500,
    detail: 'internal error',
    code: 'internal-error',
    logId: 4711,
  };
  await page.route('**/api/user', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(body) }),
  );
  await chooseFromUserMenu(page, 'User Manager');
  await expect(page.getByText(/4711/).first()).toBeVisible();
  await expect.poll(() => logged.filter((text) => text.includes('internal error'))).not.toEqual([]);
});
