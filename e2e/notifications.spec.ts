import { dialogOf, openSettings } from './notifications-screen.ts';
import { expect, openAs, test } from './test.ts';

test.use({ drawsMap: false });

test('[N-007, N-008, N-009, N-015, N-024] the opt-in is saved with the digits of the phone', async ({ page }) => {
  await openAs(page, 'viewer');
  await openSettings(page);
  const dialog = dialogOf(page);
  const [optIn, phone] = [
    dialog.getByLabel('Opt-in to receiving informational messaging.'),
    dialog.getByLabel('Phone number'),
  ];
  const save = dialog.getByRole('button', { name: 'Save Messaging Settings' });
  await optIn.check();
  await phone.fill('+1 (918) 555-0134');
  await expect(phone).toHaveValue('19185550134');
  const sent = page.waitForRequest('**/pigrun/user/update-a2p-messaging-state');
  await save.click();
  expect((await sent).postDataJSON()).toEqual({ a2pMessagingOptInState: true, phone: '19185550134' });
  await expect(page.getByText('Your messaging settings have been saved.')).toBeVisible();
  await page.reload();
  await openSettings(page);
  await expect(optIn).toBeChecked();
  await expect(phone).toHaveValue('19185550134');
  await optIn.uncheck();
  await phone.fill('');
  await save.click();
  await expect(page.getByText('Your messaging settings have been saved.')).toBeVisible();
});
