import type { Page } from '@playwright/test';
import type { Site } from './site.ts';

// The window of the outgoing messages.

export const messages = (page: Page) => page.getByRole('dialog', { name: 'Messages' });
export const filter = (page: Page, label: string) => messages(page).getByText(label, { exact: true });

export async function addMessage(
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
