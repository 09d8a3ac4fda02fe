import { chooseFromUserMenu, expect, expectLive, LOST_CONNECTION, openAs, REFUSED_CALL, test } from './test.ts';

test.use({ drawsMap: false });

const pill = (word: string) => ({ hasText: word });

test(
  '[V-007, V-016] the pill says Offline without a network, and saving is disabled',
  { tag: '@firefox' },
  async ({ page, context, expectedErrors }) => {
    expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
    await openAs(page, 'admin');
    await chooseFromUserMenu(page, 'Notifications / SMS Opt-in');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: /^Opt-in/ }).check();
    await dialog.getByLabel(/phone/i).fill('9185550134');
    const save = dialog.getByRole('button', { name: 'Save Messaging Settings' });
    await expect(save).toBeEnabled();
    await context.setOffline(true);
    await expect(page.getByRole('status').filter(pill('Offline'))).toBeVisible();
    await expect(save).toBeDisabled();

    await context.setOffline(false);
    await expectLive(page);
    await expect(save).toBeEnabled();
    await expect(dialog.getByLabel(/phone/i)).toHaveValue('9185550134');
  },
);

test('[V-005, V-006] the console reconnects after a server outage, and is live when the server is back', async ({
  page,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
  await openAs(page, 'viewer');
  await site.stop();
  await expect(page.getByRole('status').filter(pill('Reconnecting'))).toBeVisible();
  await site.start();
  await expectLive(page);
});

test('[A-049] a session that was ended elsewhere leads to login with the reason', async ({
  page,
  site,
  expectedErrors,
}) => {
  // Requests that are pending when the session ends are refused.
  expectedErrors.push(REFUSED_CALL);
  await openAs(page, 'viewer');
  await site.setPassword('viewer@demo.waymark', 'Waymark-demo-1', 'Waymark-demo-1');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Your password was changed. Sign in with the new one.')).toBeVisible();
});
