import { emailOf, expect, openAs } from '../test.ts';
import type { Walk } from './look.ts';
import { lookAtDialog } from './on-call.ts';

/** The webhooks, a new secret, the catalogue, and the deliveries of a webhook whose receiver does not exist. */
export const walkWebhooks: Walk = async (page, site, look) => {
  const hook = {
    url: 'https://receiver.invalid/waymark',
    description: 'Control room',
    eventTypes: ['waymark.run.launched'],
  };
  const { id } = await site.callAs<{ id: number }>(emailOf('admin'), 'POST', '/event-hooks', hook);
  await openAs(page, 'admin', '/webhooks');
  await expect(page.getByRole('list', { name: 'Webhooks' })).toBeVisible();
  await look('webhooks');
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByRole('button', { name: 'Deliveries' }).click();
  await expect(page.getByRole('table', { name: 'Deliveries' })).toBeVisible();
  await look('webhooks-deliveries');
  await lookAtDialog(page, 'Details of', look, 'webhooks-delivery');
  await lookAtDialog(page, 'Edit', look, 'webhooks-edit');
  await lookAtDialog(page, 'Replace secret', look, 'webhooks-replace');
  await lookAtDialog(page, 'Delete', look, 'webhooks-delete');
  await site.callAs(emailOf('admin'), 'DELETE', `/event-hooks/${id}`);
};
