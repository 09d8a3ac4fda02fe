import { shareConsoles } from '../shared-consoles.ts';
import {
  chooseFromUserMenu,
  emailOf,
  expect,
  expectLive,
  openAs,
  openUserMenu,
  REFUSED_CALL,
  test,
  type Who,
} from '../test.ts';
import { stopClock } from '../stop-clock.ts';

test.use({ drawsMap: false, reducedMotion: 'no-preference' });
test.describe.configure({ mode: 'parallel' });

const MENUS: Readonly<Record<Who, readonly string[]>> = {
  viewer: [
    'Notifications / SMS Opt-in',
    'Calendar Feeds',
    'Units',
    'Time Zone',
    'Language',
    'Change Password',
    'Two-Step Sign-In',
    'Sessions',
    'Technical Support',
    'Logout',
  ],
  admin: [
    'On call & escalation',
    'Shift log',
    'User Manager',
    'Pig Run Manager',
    'Download/Report Manager',
    'Broadcast Commands',
    'Messages',
    'Webhooks',
    'Report Letterhead',
    'Control Point Columns',
    'Reports by Mail',
    'Wallboards',
    'Two-Step Sign-In Rule',
    'API Keys',
    'Audit Log',
    'Rejected Messages',
    'Notifications / SMS Opt-in',
    'Calendar Feeds',
    'Units',
    'Time Zone',
    'Language',
    'Change Password',
    'Two-Step Sign-In',
    'Sessions',
    'Technical Support',
    'Logout',
  ],
  superadmin: [
    'User Manager',
    'On call & escalation',
    'Shift log',
    'Pig Run Manager',
    'Messages',
    'Add Device',
    'Remove Device',
    'Webhooks',
    'Audit Log',
    'Error Log',
    'Rejected Messages',
    'System Health',
    'Notifications / SMS Opt-in',
    'Units',
    'Time Zone',
    'Language',
    'Change Password',
    'Two-Step Sign-In',
    'Sessions',
    'Technical Support',
    'Logout',
  ],
};

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

  test('[L-019, L-020, L-021, L-022, L-023] the user menu offers each role its actions', async () => {
    for (const who of ['viewer', 'admin', 'superadmin'] as const) {
      const page = await consoleOf(who);
      await openUserMenu(page);
      await expect(page.getByRole('menuitem')).toHaveText([...MENUS[who]]);
    }
  });

  test('one tab shows changes of another at once', async () => {
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

test('a user signed in by the demo button can continue with the keyboard alone', async ({ page, expectedErrors }) => {
  // Requests that are pending when the session ends are refused.
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

test('[K-007] a search starts 300 ms after the last key', async ({ page }) => {
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'User Manager');
  const users = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
  await expect(users).toHaveCount(2);
  await stopClock(page);
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
