import type { Page } from '@playwright/test';
import { readHeader } from '../../apps/server/src/platform/mail/test-smtp-server.ts';
import type { Site } from '../site.ts';
import { chooseFromUserMenu, expect, LOST_CONNECTION, REFUSED_CALL, signIn, test } from '../test.ts';

test.use({ drawsMap: false });

const messages = (page: Page) => page.getByRole('dialog', { name: 'Messages' });
const filter = (page: Page, label: string) => messages(page).getByText(label, { exact: true });

async function addMessage(
  site: Site,
  subject: string,
  fields: { readonly status?: string; readonly company?: string } = {},
): Promise<void> {
  const { status = 'dead', company = 'Demo Pipelines' } = fields;
  await site.query(
    `insert into outbox (group_id, medium, recipient, subject, body_text, holds_secret, status, attempts, last_error, next_attempt_at)
      select id, 'mail', 'dana@example.com', $1, 'Text of ' || $1, false, $2, 4, 'connect ECONNREFUSED', now() + interval '1 day'
      from groups where name = $3`,
    [subject, status, company],
  );
}

test.beforeEach(({ site }) => site.query('delete from outbox', []));

test('an admin finds the dead messages of his company and sends one again', async ({ page, site }) => {
  await site.addCompany('Acme Pipelines', 'admin@acme.test');
  await addMessage(site, 'Passage at marker 4');
  await addMessage(site, 'Foreign passage', { company: 'Acme Pipelines' });
  await signIn(page, 'admin');
  await chooseFromUserMenu(page, 'Messages');
  const row = messages(page).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Text of Passage at marker 4');
  await expect(row).toContainText('Dead after 4 attempts: connect ECONNREFUSED');
  await row.getByRole('button', { name: 'Retry the message to dana@example.com' }).click();
  await expect(page.getByText('The message is on its way again')).toBeVisible();
  await expect(messages(page).getByText('No dead messages')).toBeVisible();
  await expect
    .poll(() => site.mail.received.some((mail) => readHeader(mail, 'subject') === 'Passage at marker 4'))
    .toBe(true);
  await filter(page, 'Sent').click();
  await expect(row).toContainText(/Sent \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
});

test('what waits is listed apart, page by page, and a link for a password is not shown', async ({ page, site }) => {
  for (let n = 1; n <= 26; n += 1) await addMessage(site, `Waiting ${n}`, { status: 'waiting' });
  await site.query(`update outbox set holds_secret = true where subject = 'Waiting 26'`, []);
  await signIn(page, 'superadmin');
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
  await signIn(page, 'admin');
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
  await signIn(page, 'admin');
  await chooseFromUserMenu(page, 'Messages');
  const retry = messages(page).getByRole('button', { name: /^Retry the message/ });
  await expect(retry).toBeEnabled();
  await context.setOffline(true);
  await expect(retry).toBeDisabled();
  await context.setOffline(false);
  await expect(retry).toBeEnabled();
});
