import { readHeader } from '../apps/server/src/platform/mail/test-smtp-server.ts';
import { addMessage, filter, messages } from './messages-screen.ts';
import { chooseFromUserMenu, expect, openAs, test } from './test.ts';

test.use({ drawsMap: false });

test.beforeEach(({ site }) => site.query('delete from outbox', []));

test('an admin finds the dead messages of their company and sends one again', async ({ page, site }) => {
  await site.addCompany('Acme Pipelines', 'admin@acme.test');
  await addMessage(site, 'Passage at marker 4');
  await addMessage(site, 'Foreign passage', { company: 'Acme Pipelines' });
  await openAs(page, 'admin');
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
