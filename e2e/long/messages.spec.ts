import { addMessage, filter, messages } from '../messages-screen.ts';
import { chooseFromUserMenu, expect, LOST_CONNECTION, openAs, REFUSED_CALL, test } from '../test.ts';

test.use({ drawsMap: false });

test.beforeEach(({ site }) => site.query('delete from outbox', []));

test('what waits is listed apart, page by page, and a link for a password is not shown', async ({ page, site }) => {
  for (let n = 1; n <= 26; n += 1) await addMessage(site, `Waiting ${n}`, { status: 'waiting' });
  await site.query(`update outbox set holds_secret = true where subject = 'Waiting 26'`, []);
  await openAs(page, 'superadmin');
  await chooseFromUserMenu(page, 'Messages');
  await expect(messages(page).getByText('No dead messages')).toBeVisible();
  await filter(page, 'Waiting').click();
  await expect(messages(page).getByRole('listitem')).toHaveCount(25);
  await expect(messages(page).getByRole('listitem').first()).toContainText('is not shown');
  await expect(messages(page).getByText('Text of Waiting 26')).toHaveCount(0);
  await messages(page).getByRole('button', { name: 'Next page' }).click();
  await expect(messages(page).getByRole('listitem')).toHaveCount(1);
  await expect(messages(page).getByRole('button', { name: /Retry/ })).toHaveCount(0);
});

test('a list that does not load says so and is tried again', async ({ page, site, expectedErrors }) => {
  expectedErrors.push(REFUSED_CALL);
  await addMessage(site, 'Passage at marker 4');
  await openAs(page, 'admin');
  await page.route('**/api/outbox?*', (route) =>
    route.fulfill({ status: 500, headers: { 'x-log-id': '4711' }, json: 4711 }),
  );
  await chooseFromUserMenu(page, 'Messages');
  await expect(messages(page).getByText('Messages did not load')).toBeVisible();
  await expect(messages(page).getByText('LogId = 4711')).toBeVisible();
  await page.unroute('**/api/outbox?*');
  await messages(page).getByRole('button', { name: 'Retry' }).click();
  await expect(messages(page).getByText('Passage at marker 4', { exact: true })).toBeVisible();
});

test('without a connection nothing can be sent again', async ({ page, site, context, expectedErrors }) => {
  expectedErrors.push(LOST_CONNECTION);
  await addMessage(site, 'Passage at marker 4');
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'Messages');
  const retry = messages(page).getByRole('button', { name: /^Retry the message/ });
  await expect(retry).toBeEnabled();
  await context.setOffline(true);
  await expect(retry).toBeDisabled();
  await context.setOffline(false);
  await expect(retry).toBeEnabled();
});
