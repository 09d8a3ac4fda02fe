import { exampleDelivery, exampleDetail, exampleHook } from '@waymark/contract/event-hooks/hook-row';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import type { Delivery, Webhook } from './webhooks.data.ts';
import { WebhooksPage } from './WebhooksPage.tsx';

const LIST = 'GET /event-hooks';
const ADD = 'POST /event-hooks';
const CHANGE = 'POST /event-hooks/:id';
const TEST = 'POST /event-hooks/:id/test';
const DELIVERIES = 'GET /event-hooks/:id/deliveries';
const DELIVERY = 'GET /event-hooks/:id/deliveries/:deliveryId';
const HOOK: Webhook = { ...exampleHook, eventTypes: [...exampleHook.eventTypes] };
const SECRET = 'whsec_c2hvd24gb25jZSBhbmQgbmV2ZXIgYWdhaW4sIG5vdCBoZXJl';

const dialog = page.getByRole('dialog');
const rows = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
const button = (name: string) => page.getByRole('button', { name, exact: true });

function show(webhooks: readonly Webhook[] = [HOOK], role: 'admin' | 'superadmin' = 'admin'): void {
  answer(LIST, [...webhooks]);
  answer('GET /pigrun/pigpath', []);
  render(<WebhooksPage />, { role, path: '/webhooks' });
}

async function showDeliveries(...deliveries: Delivery[]): Promise<void> {
  answer(DELIVERIES, { deliveries, hasMore: false });
  await button('Deliveries').click();
}

it('[W-394] WebhooksPage lists each webhook with state, scope and what waits', async () => {
  show([
    HOOK,
    {
      ...HOOK,
      id: 4,
      description: '',
      failingSince: '2026-03-18 03:12:10',
      lastError: 'The receiver answered 500.',
      dead: 2,
    },
    { ...HOOK, id: 5, isEnabled: false, isGone: true },
  ]);
  await expect.element(rows.first()).toMatchTextContent('Control roomWorking');
  await expect.element(rows.first()).toMatchTextContent('Last delivered 2026-03-18 03:12:10');
  await expect
    .element(rows.nth(1))
    .toMatchTextContent('Failing since 2026-03-18 03:12:10 UTC: The receiver answered 500.');
  await expect.element(rows.nth(1)).toMatchTextContent('2 dead');
  await expect.element(rows.nth(2)).toMatchTextContent('410 Gone');
  await expect.element(rows.nth(2).getByRole('button', { name: 'Send test' })).toBeDisabled();
  await expectAccessible();
});

it('[W-394] WebhooksPage adds a webhook from the catalogue and shows its secret once', async () => {
  show([]);
  await expect.element(page.getByText('No webhooks')).toBeVisible();
  answer(ADD, { ...HOOK, secret: SECRET });
  await button('Add a webhook').click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(dialog.getByText('The address must start with https://.')).toBeVisible();
  await expect.element(dialog.getByText('Choose at least one')).toBeVisible();
  await dialog.getByLabelText('Address').fill('https://receiver.example.com/waymark');
  await dialog.getByText('Example of waymark.run.launched').click();
  await expect.element(dialog.getByText(/"specversion": "1.0"/).first()).toBeVisible();
  await dialog.getByLabelText('waymark.run.launched', { exact: true }).click();
  await dialog.getByLabelText('waymark.run.eta-changed', { exact: true }).click();
  await dialog.getByLabelText('Expected arrival moved by more than').fill('30');
  await expectAccessible();
  answer(LIST, [HOOK]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(dialog.getByLabelText('Secret', { exact: true })).toHaveValue(SECRET);
  expect(callsOf(ADD)[0]?.body).toMatchObject({
    url: 'https://receiver.example.com/waymark',
    eventTypes: ['waymark.run.launched', 'waymark.run.eta-changed'],
    pathId: null,
    etaMinutes: 30,
    isEnabled: true,
  });
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Close without the secret?')).toBeVisible();
  await page.getByRole('dialog', { name: 'Close without the secret?' }).getByRole('button', { name: 'Cancel' }).click();
  await button('I have copied it').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(SECRET);
});

it('[W-547] WebhooksPage shows a superadmin the webhooks of the chosen company, and adds one to it', async () => {
  answer('GET /admin/group', [{ id: 3, groupName: 'Acme Pipelines' }]);
  show([HOOK, { ...HOOK, id: 4, groupId: 4, description: 'Foreign receiver' }], 'superadmin');
  await expect.element(page.getByText('Choose a company to see its webhooks.')).toBeVisible();
  await page.getByLabelText('Company').selectOptions('Acme Pipelines');
  await expect.element(rows.first()).toMatchTextContent('Control room');
  expect(rows.elements()).toHaveLength(1);
  answer(ADD, { ...HOOK, secret: SECRET });
  await button('Add a webhook').click();
  await dialog.getByLabelText('Address').fill('https://receiver.example.com/waymark');
  await dialog.getByLabelText('waymark.run.launched', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(dialog.getByLabelText('Secret', { exact: true })).toHaveValue(SECRET);
  expect(callsOf(ADD)[0]?.body).toMatchObject({ groupId: 3 });
});

it('[W-394] WebhooksPage names a refused address at its field', async () => {
  expectLogged(/^ApiError/);
  show();
  refuse(CHANGE, 'webhook-url-refused', {
    detail: 'The address leads into a private network, which this server does not allow.',
  });
  await button('Edit').click();
  await dialog.getByLabelText('Address').fill('https://10.0.0.1/');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(/^The address leads into a private network/)).toBeVisible();
});

it('[W-394] WebhooksPage replaces the secret after a question and shows the new one', async () => {
  show();
  answer('POST /event-hooks/:id/secret', { ...HOOK, oldSecretUntil: '2026-03-19 03:12:10', secret: SECRET });
  await button('Replace secret').click();
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect.element(dialog.getByLabelText('Secret', { exact: true })).toHaveValue(SECRET);
});

it('[W-394] WebhooksPage deletes a webhook after a question', async () => {
  show();
  answer('DELETE /event-hooks/:id', {});
  await button('Delete').click();
  answer(LIST, []);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('No webhooks')).toBeVisible();
  expect(callsOf('DELETE /event-hooks/:id')).toEqual([{ params: { id: 3 } }]);
});

it('[W-394] WebhooksPage shows deliveries with status, attempts, answer and details, and replays them', async () => {
  show([{ ...HOOK, dead: 1 }]);
  await showDeliveries(
    {
      ...exampleDelivery,
      id: 9,
      status: 'waiting',
      attempts: 2,
      nextAttemptAt: '2026-03-18 03:20:00',
      finishedAt: null,
    },
    exampleDelivery,
  );
  const table = page.getByRole('table', { name: 'Deliveries' });
  const line = (at: number) => table.getByRole('row').nth(at);
  await expect.element(line(1)).toMatchTextContent('Waiting22026-03-18 03:20:00 UTCThe receiver answered 503.');
  await expect.element(line(2)).toMatchTextContent('runs/41Dead9—');
  await expectAccessible();
  answer(DELIVERY, exampleDetail);
  await line(2)
    .getByRole('button', { name: /^Details/ })
    .click();
  await expect.element(dialog.getByText(/"subject": "runs\/41"/)).toBeVisible();
  await expect.element(dialog.getByText('Service Unavailable')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  answer('POST /event-hooks/:id/deliveries/:deliveryId/replay', {});
  await line(2)
    .getByRole('button', { name: /^Replay/ })
    .click();
  await expect.element(page.getByText('The event is on its way again')).toBeVisible();
  answer('POST /event-hooks/:id/replay', { count: 14 });
  await button('Replay all dead').click();
  await expect.element(page.getByText('14 events are on their way again')).toBeVisible();
});

it('[W-394] WebhooksPage filters and pages deliveries', async () => {
  show();
  answer(DELIVERIES, ({ query: { before } }) => ({
    deliveries: [{ ...exampleDelivery, subject: before === undefined ? 'runs/2' : 'runs/1' }],
    hasMore: before === undefined,
  }));
  await button('Deliveries').click();
  await button('Older').click();
  await expect.element(page.getByText('Page 2')).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'runs/1' })).toBeVisible();
  await button('Newer').click();
  await expect.element(page.getByRole('cell', { name: 'runs/2' })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Which deliveries' }).getByText('Dead').click();
  await expect.poll(() => callsOf(DELIVERIES).at(-1)?.query).toEqual({ status: 'dead' });
});

it('[W-394] WebhooksPage sends a test, and says why it could not', async () => {
  expectLogged(/^ApiError/);
  show();
  answer(TEST, { deliveryId: 12 });
  await button('Send test').click();
  await expect.element(page.getByText('The test is on its way')).toBeVisible();
  refuse(TEST, 'webhook-disabled');
  await button('Send test').click();
  await expect.element(page.getByText('The test could not be sent')).toBeVisible();
});

it('[W-394] WebhooksPage changes nothing while the console is offline', async () => {
  show();
  await expect.element(button('Add a webhook')).toBeEnabled();
  setOffline();
  for (const name of ['Add a webhook', 'Send test', 'Edit', 'Replace secret', 'Delete'])
    await expect.element(button(name)).toBeDisabled();
  await expect.element(button('Deliveries')).toBeEnabled();
});

it('[W-394] WebhooksPage says that the webhooks did not load and loads them on Retry', async () => {
  expectLogged(/^ApiError/);
  refuse(LIST, 'internal-error');
  render(<WebhooksPage />, { role: 'admin', path: '/webhooks' });
  await expect.element(page.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  answer(LIST, [HOOK]);
  await button('Retry').click();
  await expect.element(rows).toHaveLength(1);
});
