import type { Page } from '@playwright/test';
import { open, openWindow } from './commands-screen.ts';
import { chooseFromUserMenu, expect, expectLive, fillSignIn, PASSWORD, REFUSED_CALL, signIn, test } from './test.ts';

// Browsers make passkeys only for an address with a name.
test.use({ drawsMap: false, baseURL: ({ site }, provide) => provide(site.url.replace('127.0.0.1', 'localhost')) });

/** An authenticator of Chromium, which answers without a user. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('[W-526, W-530, W-531, W-532] a user adds a passkey, signs in with it, and confirms a shutdown with it', async ({
  page,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const company = `Passkeys ${Date.now()}`;
  const email = `admin${Date.now()}@passkeys.test`;
  await site.addCompany(company, email);
  await site.addDevice(360_981, { company });
  await addAuthenticator(page);
  await signIn(page, { email });
  await chooseFromUserMenu(page, 'Two-Step Sign-In');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const form = page.getByRole('dialog', { name: 'Add a Passkey' });
  await form.getByLabel('Name').fill('Office laptop');
  await form.getByLabel('Your password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Continue' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  const home = page.getByRole('dialog', { name: 'Two-Step Sign-In', exact: true });
  await expect(home.getByRole('listitem')).toContainText(/Office laptop.*Never used/s);
  await page.keyboard.press('Escape');
  await chooseFromUserMenu(page, 'Logout');

  await fillSignIn(page, email, PASSWORD);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectLive(page);

  await site.query(
    `update sessions set factor_at = now() - interval '11 minutes' from users
      where users.id = user_id and users.email = $1`,
    [email],
  );
  const commands = await openWindow(page, 'Queue Commands', 360_981);
  const shutdown = await open(commands, 'Shutdown AGM');
  await shutdown.getByRole('button', { name: 'Shut down' }).click();
  const confirm = page.getByRole('dialog', { name: 'Shut down AGM 360981?' });
  await confirm.getByRole('button', { name: 'Shut down' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm That It Is You' });
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(question).toHaveCount(0);
  await expect(commands.getByRole('region', { name: 'Queued Commands' })).toContainText('Shutdown AGM');
  await page.keyboard.press('Escape');
  await site.removeDevices();
});
