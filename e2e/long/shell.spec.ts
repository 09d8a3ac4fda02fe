import { shareConsoles } from '../shared-consoles.ts';
import {
  chooseFromUserMenu,
  emailOf,
  expect,
  expectLive,
  openAs,
  openUserMenu,
  REFUSED_CALL,
  signIn,
  test,
} from '../test.ts';

test.use({ drawsMap: false, reducedMotion: 'no-preference' });
test.describe.configure({ mode: 'parallel' });

test.describe('with a map', () => {
  test.use({ drawsMap: true });
  test.describe.configure({ mode: 'default' });
  const consoleOf = shareConsoles();

  for (const who of ['viewer', 'admin', 'superadmin'] as const) {
    test(`[L-006, L-056, L-059, L-060, L-061] the ${who} has map, text-message opt-in, support, password and logout`, async () => {
      const page = await consoleOf(who);
      await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible();
      await chooseFromUserMenu(page, 'Notifications / SMS Opt-in');
      await expect(page.getByRole('dialog', { name: /Notification/ })).toBeVisible();
      await page.keyboard.press('Escape');
      await openUserMenu(page);
      for (const entry of ['Technical Support', 'Change Password', 'Logout']) {
        await expect(page.getByRole('menuitem', { name: entry })).toBeEnabled();
      }
    });
  }
});

test.describe('with the consoles of all roles at hand', () => {
  test.describe.configure({ mode: 'default' });
  const consoleOf = shareConsoles();

  test('[L-027] the superadmin chooses User Manager and gets the /users screen', async () => {
    const page = await consoleOf('superadmin');
    await chooseFromUserMenu(page, 'User Manager');
    await expect(page).toHaveURL('/users');
    await expect(page.getByText('No Group Selected')).toBeVisible();
    await page.getByText('Demo Pipelines').click();
    await expect(page.getByText('Dana Reyes')).toBeVisible();
    await page.getByText('Back to Map').click();
    await expect(page).toHaveURL('/');
  });

  test('[L-028] an admin gets the local user manager as a dialog, and every panel without a route', async () => {
    const page = await consoleOf('admin');
    await chooseFromUserMenu(page, 'User Manager');
    const dialog = page.getByRole('dialog', { name: /User/ });
    await expect(dialog).toContainText('Dana Reyes');
    await expect(dialog).toContainText('Vic Olsen');
    await expect(page).toHaveURL('/');
    await page.keyboard.press('Escape');
    for (const panel of [
      'Pig Run Manager',
      'Download/Report Manager',
      'Broadcast Commands',
      'Notifications / SMS Opt-in',
    ]) {
      await chooseFromUserMenu(page, panel);
      await expect(page).toHaveURL('/');
      await page.keyboard.press('Escape');
    }
  });

  test('what one tab changes, the other shows at once', async () => {
    const page = await consoleOf('viewer');
    const other = await page.context().newPage();
    await other.goto('/');
    await expectLive(other);
    const banner = /SMS text-message alerts require opt-in permission/;
    await expect(other.getByText(banner)).toBeVisible();
    await other.bringToFront();
    await chooseFromUserMenu(other, 'Notifications / SMS Opt-in');
    await other.getByRole('checkbox', { name: /^Opt-in/ }).check();
    await other.getByRole('dialog').getByLabel(/phone/i).fill('9185550134');
    await other.getByRole('button', { name: 'Save Messaging Settings' }).click();
    await page.bringToFront();
    await expect(page.getByText(banner)).toBeHidden();
    await other.close();
    await chooseFromUserMenu(page, 'Notifications / SMS Opt-in');
    await page.getByRole('checkbox', { name: /^Opt-in/ }).uncheck();
    await page.getByRole('button', { name: 'Save Messaging Settings' }).click();
    await expect(page.getByText(banner)).toBeVisible();
  });
});

test('the theme follows the system until the user chooses, and stays chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openAs(page, 'viewer');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Use the dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expectLive(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the clock shows the time of the server, not of this machine', async ({ page }) => {
  await page.addInitScript(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + 3 * 3_600_000;
  });
  await signIn(page, 'viewer');
  const text = await page
    .getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
    .first()
    .textContent();
  const shown = Date.parse(`${text?.slice(0, 19).replace(' ', 'T') ?? ''}Z`);
  expect(Math.abs(shown - Date.now())).toBeLessThan(60_000);
});

test('a floating window is moved, minimised, maximised and closed, and opens where it was', async ({ page }) => {
  await openAs(page, 'admin');
  await page.keyboard.press('?');
  const window = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(window).toBeVisible();
  const first = await window.boundingBox();
  await page.mouse.move((first?.x ?? 0) + 150, (first?.y ?? 0) + 18);
  await page.mouse.down();
  await page.mouse.move((first?.x ?? 0) + 50, (first?.y ?? 0) + 98, { steps: 4 });
  await page.mouse.up();
  const moved = await window.boundingBox();
  expect(moved).toMatchObject({ x: (first?.x ?? 0) - 100, y: (first?.y ?? 0) + 80 });

  await window.getByRole('button', { name: 'Maximise' }).click();
  expect((await window.boundingBox())?.width).toBe(1440);
  await window.getByRole('button', { name: 'Restore' }).click();
  expect(await window.boundingBox()).toEqual(moved);
  await window.getByRole('button', { name: 'Minimise' }).click();
  expect((await window.boundingBox())?.height).toBeLessThan(50);
  await window.getByRole('button', { name: 'Restore' }).click();

  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
  await page.keyboard.press('?');
  expect(await window.boundingBox()).toEqual(moved);
});

test('a person signed in by the demo button keeps working with the keyboard alone', async ({
  page,
  expectedErrors,
}) => {
  // Of what is still being read when the session ends.
  expectedErrors.push(REFUSED_CALL);
  await page.goto('/login');
  await page.getByLabel('Email').press('Tab');
  await page.getByRole('button', { name: new RegExp(`^viewer ${emailOf('viewer')}`, 'i') }).press('Enter');
  await expectLive(page);
  await page.getByRole('button', { name: /^User menu/ }).press('Enter');
  const logout = page.getByRole('menuitem', { name: 'Logout' });
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(logout).toBeFocused({ timeout: 300 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
});

test('[K-007] a search waits until 300 ms have passed since the last key', async ({ page }) => {
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'User Manager');
  const users = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
  await expect(users).toHaveCount(2);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Find a user').fill('ol');
  await page.clock.runFor(200);
  await page.getByLabel('Find a user').fill('olsen');
  await page.clock.runFor(299);
  await expect(users).toHaveCount(2);
  await page.clock.runFor(1);
  await expect(users).toHaveText([/Vic Olsen/]);
  await page.getByLabel('Find a user').fill('nobody');
  await page.clock.runFor(300);
  await expect(page.getByRole('dialog').getByText('No results')).toBeVisible();
});

test('a screen that fails says so with its log id, and comes back with Retry', async ({ page, expectedErrors }) => {
  expectedErrors.push(REFUSED_CALL, /UsersPage|ERR_FAILED|dynamically imported module/);
  await openAs(page, 'superadmin');
  await page.route('**/assets/UsersPage-*.js', (route) => route.abort());
  await chooseFromUserMenu(page, 'User Manager');
  await expect(page.getByText(/LogId = \d+/)).toBeVisible();
  await page.unroute('**/assets/UsersPage-*.js');
  await page.getByRole('button', { name: /Retry|Reload/ }).click();
  await expect(page.getByText('No Group Selected')).toBeVisible();
});
