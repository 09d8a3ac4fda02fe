import { readHeader } from '../apps/server/src/platform/mail/test-smtp-server.ts';
import { addMessage, filter, messages } from './messages-screen.ts';
import type { Site } from './site.ts';
import { chooseFromUserMenu, emailOf, expect, openAs, test } from './test.ts';

test.use({ drawsMap: false });

test.beforeEach(({ site }) => site.query('delete from outbox', []));

async function listSent(site: Site): Promise<string[]> {
  const listed = await site.callAs<{ messages: { subject: string }[] }>(
    emailOf('admin'),
    'GET',
    '/outbox?status=sent&page=1',
  );
  return listed.messages.map(({ subject }) => subject);
}

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
  // The server records a mail as sent a moment after the mail server has accepted it.
  await expect.poll(() => listSent(site)).toEqual(['Passage at marker 4']);
  expect(site.mail.received.map((mail) => readHeader(mail, 'subject'))).toContain('Passage at marker 4');
  await filter(page, 'Sent').click();
  await expect(row).toContainText(/Sent \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
});
