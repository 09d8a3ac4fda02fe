import { exampleDelivery, exampleHook } from '@waymark/contract/event-hooks/hook-row';
import { MAX_HOOKS } from '@waymark/contract/routes/event-hooks';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import type { Webhook } from './webhooks.data.ts';
import { WebhooksPage } from './WebhooksPage.tsx';

const LIST = 'GET /event-hooks';
const TEST = 'POST /event-hooks/:id/test';
const HOOK: Webhook = { ...exampleHook, eventTypes: [...exampleHook.eventTypes] };
const HISTORIAN: Webhook = { ...HOOK, id: 4, description: 'Historian' };

const rows = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
const add = page.getByRole('button', { name: 'Add a webhook' });
const buttonOf = (webhook: string, name: string) =>
  page.getByRole('group', { name: webhook, exact: true }).getByRole('button', { name, exact: true });
const deliveriesOf = (webhook: string) => page.getByRole('region', { name: `Deliveries of ${webhook}` });

const show = () => render(<WebhooksPage />, { role: 'admin', path: '/webhooks' });

it('[W-393, W-394] WebhooksPage keeps the list when a reload fails, says from when it is, and leads back to the map', async () => {
  expectLogged(/^ApiError/);
  const held = holdAnswer(LIST);
  const { currentPath } = show();
  await expect.element(page.getByRole('status', { name: 'Loading webhooks' })).toBeVisible();
  held.answer([HOOK]);
  answer(TEST, { deliveryId: 88_002 });
  await expect.element(buttonOf('Control room', 'Send test')).toBeEnabled();
  refuse(LIST, 'internal-error');
  await buttonOf('Control room', 'Send test').click();
  await expect.element(page.getByText('The test is on its way')).toBeVisible();
  expect(callsOf(TEST)).toEqual([{ params: { id: 3 } }]);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Shown data is from [-\d]{10} [:\d]{8} UTC\./);
  await expect.element(rows.first()).toMatchTextContent('Control room');
  answer(LIST, [{ ...HOOK, waiting: 1 }]);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(rows.first()).toMatchTextContent('1 waiting');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Back to Map' }).click();
  await expect.poll(currentPath).toBe('/');
});

it('[W-392] WebhooksPage adds no webhook to a company that has 20, and says why', async () => {
  const many = Array.from({ length: MAX_HOOKS }, (_, at) => ({ ...HOOK, id: at + 1, description: `Receiver ${at}` }));
  answer(LIST, many);
  show();
  await expect.element(rows).toHaveLength(20);
  await expect.element(add).toBeDisabled();
  await expect.element(add).toHaveAttribute('title', 'A company has at most 20 webhooks.');
  setOffline();
  await expect.element(add).toHaveAttribute('title', expect.stringMatching(/^You are offline\./));
});

it('[W-394] WebhooksPage names an unused webhook by its address, and says that a secret and a path end', async () => {
  answer(LIST, [
    { ...HOOK, description: '', lastDeliveredAt: null, oldSecretUntil: '2026-03-19 03:12:10' },
    { ...HISTORIAN, isForAllPaths: false, isEnabled: false },
  ]);
  show();
  await expect.element(rows.first()).toMatchTextContent('The replaced secret is valid until 2026-03-19 03:12:10 UTC');
  await expect.element(rows.first()).toMatchTextContent('Nothing delivered yet');
  await expect.element(rows.first()).not.toMatchTextContent('Working');
  expect(rows.first().getByText(HOOK.url).elements()).toHaveLength(1);
  await expect.element(rows.nth(1)).toMatchTextContent('HistorianDisabled');
  await expect.element(rows.nth(1)).toMatchTextContent('its path is deleted: nothing is sent');
});

it('[W-394] WebhooksPage shows the deliveries of one webhook at a time, and hides them again', async () => {
  answer(LIST, [HOOK, HISTORIAN]);
  answer('GET /event-hooks/:id/deliveries', ({ params: { id } }) => ({
    deliveries: [{ ...exampleDelivery, subject: `runs/${id}` }],
    hasMore: false,
  }));
  show();
  const toggle = buttonOf('Historian', 'Deliveries');
  await buttonOf('Control room', 'Deliveries').click();
  await expect.element(deliveriesOf('Control room').getByRole('cell', { name: 'runs/3' })).toBeVisible();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect.element(deliveriesOf('Historian').getByRole('cell', { name: 'runs/4' })).toBeVisible();
  await expect.element(deliveriesOf('Control room')).not.toBeInTheDocument();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  await toggle.click();
  await expect.element(deliveriesOf('Historian')).not.toBeInTheDocument();
});
