import {
  addGroup,
  agms,
  chooseGroup,
  chooseOption,
  chosen,
  dialog,
  openTab,
  openUsers,
  press,
  success,
  users,
} from './administration-screen.ts';
import { expect, REFUSED_CALL, test } from './test.ts';

test.use({ drawsMap: false });

// A company, its users and its AGMs. Other cases are in long/.

test('[G-008, G-009, G-010, G-018, G-019] a new user gets a link by mail, and signs in with the chosen password', async ({
  page,
  site,
  openConsole,
  browser,
  expectedErrors,
}) => {
  // Requests that are pending when the session ends are refused.
  expectedErrors.push(REFUSED_CALL);
  await addGroup(site, 'Fresh Lines');
  await openUsers(page);
  await chooseGroup(page, 'Fresh Lines');
  await expect(page.getByRole('tabpanel')).toContainText('No users');
  await press(chosen(page), 'New User');
  const form = dialog(page, 'New User');
  await form.getByLabel('Name').fill('Ada 👩‍🔧 Ödegård');
  await form.getByLabel('Email').fill('ada@example.com');
  await form.getByLabel('Phone').fill('918 555 0134');
  await chooseOption(form, 'Role', 'viewer');
  await press(form, 'Save');
  await expect(success(page)).toBeVisible();
  await expect(users(page)).toHaveText([/^Ada 👩‍🔧 Ödegård.*viewer$/]);
  await users(page).getByRole('button').click();
  await expect(dialog(page, 'User').getByRole('definition')).toHaveText([
    'Ada 👩‍🔧 Ödegård',
    'ada@example.com',
    '918 555 0134',
    'viewer',
    // Of the two-step sign-in.
    'Reset',
  ]);
  await page.keyboard.press('Escape');
  await expect(users(page).getByRole('button')).toBeFocused();

  const link = await site.findLink('ada@example.com');
  const visit = await browser.newPage();
  await visit.goto(link);
  for (const label of ['New password', 'Retype password']) await visit.getByLabel(label).fill('Waymark-demo-1');
  await press(visit.getByRole('main').or(visit.locator('body')).first(), 'Change Password');
  await expect(visit.getByText('Password Changed')).toBeVisible();
  await visit.close();
  const hers = await openConsole({ email: 'ada@example.com' });
  await expect(hers.getByRole('button', { name: /^User menu/ })).toContainText('Ada 👩‍🔧 Ödegård');

  await users(page).getByRole('button').click();
  await press(dialog(page, 'User'), 'Delete');
  await press(dialog(page, 'Delete Ada 👩‍🔧 Ödegård?'), 'Confirm');
  await expect(hers).toHaveURL(/\/login/);
});

test('[G-011, G-012, G-013, G-022, G-052] an AGM is added, and connects with the credential that is shown once', async ({
  page,
  site,
}) => {
  await addGroup(site, 'Empty Lines');
  await openUsers(page);
  await chooseGroup(page, 'Empty Lines');
  await openTab(page, 'AGMs');
  await expect(page.getByRole('tabpanel')).toContainText('No AGMs');
  await press(chosen(page), 'Add AGM');
  const form = dialog(page, 'Add AGM');
  await form.getByLabel('UID').fill('361001');
  await form.getByLabel('Latitude').fill('36.1301');
  await form.getByLabel('Longitude').fill('-96.0302');
  await form.getByLabel('IMEI').fill('300234010753370');
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/admin/apexagm/add'));
  await press(form, 'Add AGM');
  expect((await answered).status()).toBe(201);
  const credential = dialog(page, 'Device credential');
  const password = await credential.getByLabel('Password', { exact: true }).inputValue();
  await press(credential, 'I have copied it');
  await expect(agms(page)).toHaveText([/^36100136\.1301-96\.0302300234010753370Issued /]);
  await expect(chosen(page).getByRole('button', { name: 'Add AGM' })).toBeFocused();
  await site.createDevice(361_001, password).connect();
});
