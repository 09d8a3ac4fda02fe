import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { chooseFromUserMenu, expect, PASSWORD, REFUSED_CALL, signIn, test } from './test.ts';

test.use({ drawsMap: false });

test('[W-420] [W-421] [W-425] a user turns on two-step sign-in, and signs in with a code and with a recovery code', async ({
  page,
  site,
  openConsole,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const who = { email: `admin${Date.now()}@two-steps.test` };
  await site.addCompany(`Two steps ${Date.now()}`, who.email);
  await signIn(page, who);
  await chooseFromUserMenu(page, 'Two-Step Sign-In');
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  await page.getByRole('dialog', { name: 'Use an Authenticator App' }).getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const app = page.getByRole('dialog', { name: 'Add Waymark to Your App' });
  const secret = await app.getByLabel('Key', { exact: true }).inputValue();
  // Each code is one step later than the one before, because no code is accepted twice.
  const codeAt = (step: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * step });
  await app.getByLabel('Code of the app').fill(codeAt(0));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  const recoveryCode = await codes.getByRole('listitem').first().innerText();
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('dialog', { name: 'Two-Step Sign-In' })).toContainText('Recovery codes left: 10');

  const other = await openLogin(openConsole);
  for (const code of [codeAt(1), recoveryCode]) {
    await other.goto('/login');
    await other.getByLabel('Email').fill(who.email);
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Submit' }).click();
    await other.getByLabel('Code').fill(code);
    await other.getByRole('button', { name: 'Submit' }).click();
    await expect(other.getByRole('button', { name: /^User menu/ })).toBeVisible();
    await chooseFromUserMenu(other, 'Logout');
    await expect(other).toHaveURL(/\/login/);
  }
});

/** A console of another browser, signed out. */
async function openLogin(openConsole: (who: 'viewer') => Promise<Page>): Promise<Page> {
  const page = await openConsole('viewer');
  await chooseFromUserMenu(page, 'Logout');
  await expect(page).toHaveURL(/\/login/);
  return page;
}
