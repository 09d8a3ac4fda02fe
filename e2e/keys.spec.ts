import { chooseFromUserMenu, expect, openAs, PASSWORD, REFUSED_CALL, test } from './test.ts';

test.use({ drawsMap: false });

test('[W-400] [W-403] [W-408] an admin makes an API key, a program uses it, and it ends when the admin revokes it', async ({
  page,
  site,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const name = `Journey of ${Date.now()}`;
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'API Keys');
  const list = page.getByRole('dialog', { name: 'API Keys', exact: true });
  await list.getByRole('button', { name: 'Make a key' }).click();
  const form = page.getByRole('dialog', { name: 'Make an API Key' });
  await form.getByLabel('Purpose').fill(name);
  await form.getByLabel('Read devices').check();
  await form.getByLabel('Only from these addresses').fill('127.0.0.1\nnowhere');
  await form.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(form).toContainText('nowhere is neither an address nor a range');
  await form.getByLabel('Only from these addresses').fill('127.0.0.0/8, ::1');
  await form.getByRole('button', { name: 'Make the key' }).click();

  const shown = page.getByRole('dialog', { name: 'API key', exact: true });
  const key = await shown.getByLabel('Key', { exact: true }).inputValue();
  expect(key).toMatch(/^wmk_/);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Close without the key?' }).getByRole('button', { name: 'Cancel' }).click();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  const row = list.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('only from 127.0.0.0/8, ::1');
  await expect(page.locator('body')).not.toContainText(key);

  const headers = { authorization: `Bearer ${key}` };
  const statusOf = async (path: string) => (await request.get(`${site.url}/api${path}`, { headers })).status();
  expect([await statusOf('/apexagm'), await statusOf('/pigrun?active=true'), await statusOf('/user')]).toEqual([
    200, 403, 403,
  ]);
  await row.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('dialog', { name: 'Revoke API key?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toHaveCount(0);
  await expect.poll(() => statusOf('/apexagm')).toBe(401);
});
